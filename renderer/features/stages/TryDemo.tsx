import { useQueryClient } from '@tanstack/react-query'
import type { Problem } from '../../api.ts'
import { beginDemoRace } from '../../app/demo.ts'
import { goTo } from '../../app/route.ts'
import { useBusy } from '../../app/state/useBusy.ts'
import { Button } from '../../components/Button.tsx'
import { useText } from '../../text/text.ts'

/** Starts the demo race and opens its stage. */
export const TryDemo = ({ onProblem }: { readonly onProblem: (problem: Problem | null) => void }) => {
  const { t, language } = useText()
  const client = useQueryClient()
  const [isBusy, begin] = useBusy()
  const tryDemo = async (): Promise<void> => {
    onProblem(null)
    const begun = await beginDemoRace(client, language)
    if (begun.ok) goTo(begun.value)
    else onProblem(begun.error)
  }
  return (
    <Button isDisabled={isBusy} onClick={() => begin(tryDemo)}>
      {t(isBusy ? 'first.demo.busy' : 'first.demo')}
    </Button>
  )
}
