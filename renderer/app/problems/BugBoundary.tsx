import { Component, type ReactNode } from 'react'
import { Blank } from '../../components/Blank.tsx'
import { Button } from '../../components/Button.tsx'
import { translate } from '../../text/text.ts'

type Props = { readonly children: ReactNode }
type State = { readonly hasFailed: boolean }

/** A fault while rendering leaves a sentence and a way back, never a white window. React knows this only as a class. */
export class BugBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false }

  static getDerivedStateFromError(): State {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="page">
        <Blank
          isPage
          title={translate('app.bug.title')}
          actions={
            <Button kind="primary" onClick={() => window.location.reload()}>
              {translate('app.bug.reload')}
            </Button>
          }
        >
          <p>{translate('app.bug.what')}</p>
        </Blank>
      </main>
    )
  }
}
