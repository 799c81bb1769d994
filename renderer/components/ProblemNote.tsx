import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import './controls.css'

type ProblemNoteProps = {
  readonly what: string
  readonly kept: string
  readonly todo: string
  readonly bodyStart: string | null
  readonly bodyLabel: string
  readonly children?: ReactNode
}

/** An error that needs reading: what happened, what was kept, what to do. */
export const ProblemNote = ({ what, kept, todo, bodyStart, bodyLabel, children }: ProblemNoteProps) => (
  <div className="problem-note" role="alert">
    <CircleAlert aria-hidden />
    <div className="problem-note-body">
      <p className="problem-note-what">{what}</p>
      <p>
        {kept} {todo}
      </p>
      {bodyStart === null ? null : (
        <details>
          <summary>{bodyLabel}</summary>
          <pre className="problem-note-reply mono" tabIndex={0}>
            {bodyStart}
          </pre>
        </details>
      )}
      {children}
    </div>
  </div>
)
