import '@fontsource-variable/inter/wght.css'
import '@mantine/core/styles.layer.css'
import '../ui/tokens.css'
import '../ui/base.css'
