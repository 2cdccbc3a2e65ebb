// @ts-check
// Runs before anything is painted: a chosen scheme that is not the system's would otherwise begin with a flash.
;(() => {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  document.documentElement.dataset['mantineColorScheme'] = chosen === 'light' || chosen === 'dark' ? chosen : system
})()
