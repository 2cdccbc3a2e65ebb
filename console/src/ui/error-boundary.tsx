import { Component, createContext, type ReactNode, use } from 'react'
import { PartFailed } from './load-error.tsx'

/** Reads anew what the parts are drawn from: without that, one that broke would break again. */
export const ReadAnew = createContext<() => Promise<unknown>>(() => Promise.resolve())

/** Contains a part of a page that breaks while it is drawn; the rest of the page goes on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Broken again={() => this.setState({ isBroken: false })} /> : this.props.children
  }
}

function Broken({ again }: { again: () => void }) {
  const readAnew = use(ReadAnew)
  const tryAgain = async () => {
    await readAnew()
    // What was read reaches the parts only after those who waited for it.
    setTimeout(again)
  }
  return <PartFailed text="This part could not be shown" action="Try again" again={() => void tryAgain()} />
}
