import type { CrewAnswer } from '../laptop.ts'
import type { Words } from '../words.ts'

type TroubleProps = { readonly last: CrewAnswer<unknown>['kind'] | null; readonly words: Words }

/** Why there is no reply, while it is asked for again. */
export const Trouble = ({ last, words }: TroubleProps) =>
  last === 'silent' || last === 'wait' ? (
    <p className="warning" role="alert">
      {last === 'wait' ? words.waiting : words.unanswered}
    </p>
  ) : null
