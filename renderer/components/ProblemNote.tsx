import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Fold } from './Fold.tsx'
import './controls.css'

type ProblemNoteProps = {
  readonly what: string
  readonly kept: string
  readonly todo: string
  readonly detail: { readonly label: string; readonly text: string } | null
  readonly children?: ReactNode
}

/** An error that needs reading: what happened, what was kept, what to do. */
export const ProblemNote = ({ what, kept, todo, detail, children }: ProblemNoteProps) => (
  <div className="problem-note" role="alert">
    <CircleAlert aria-hidden />
    <div className="problem-note-body">
      <p className="problem-note-what">{what}</p>
      <p>
        {kept} {todo}
      </p>
      {detail === null ? null : (
        <Fold title={detail.label}>
          <pre className="problem-note-reply mono" tabIndex={0}>
            {detail.text}
          </pre>
        </Fold>
      )}
      {children}
    </div>
  </div>
)
