import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Copy, Printer, Star } from 'lucide-react'
import { useCallback, useState } from 'react'
import type { StageGuid } from '../../../../preload/contract/ids.ts'
import type { PersonCard } from '../../../../preload/contract/results.ts'
import { call } from '../../../api.ts'
import { useNow } from '../../../app/state/now.ts'
import { treeQuery } from '../../../app/state/queries.ts'
import { useBusy } from '../../../app/state/useBusy.ts'
import { IconButton } from '../../../components/IconButton.tsx'
import { formatAge, formatExact } from '../../../text/format.ts'
import { useText } from '../../../text/text.ts'
import { useStageFrame } from '../../../app/stage/stageFrameContext.ts'
import { personText } from './personText.ts'
import { PrintSlip } from './PrintSlip.tsx'

type PersonActionsProps = { readonly card: PersonCard; readonly stage: StageGuid }

/** Marks a person as favourite, or no longer; the star is filled by what the core says, not by the click. */
const FavouriteStar = ({ card, stage }: PersonActionsProps) => {
  const { t } = useText()
  const client = useQueryClient()
  const [isBusy, begin] = useBusy()
  const { setProblem } = useStageFrame()
  const { category, index, isFavourite = false } = card.row
  const turn = async (): Promise<void> => {
    const rows = [{ category, index }]
    const answer = await call('stage:favourites', { stage, ...(isFavourite ? { remove: rows } : { add: rows }) })
    setProblem(answer.ok ? null : answer.error)
    await client.invalidateQueries({ queryKey: ['results', stage] })
  }
  return (
    <span className={isFavourite ? 'star is-on' : 'star'}>
      <IconButton
        label={t(isFavourite ? 'card.unstar' : 'card.star')}
        icon={<Star aria-hidden />}
        isPressed={isFavourite}
        isDisabled={isBusy}
        onClick={() => begin(turn)}
      />
    </span>
  )
}

/** Actions for one person. */
export const PersonActions = ({ card, stage }: PersonActionsProps) => {
  const { t, language } = useText()
  const nowMs = useNow()
  const stageName = useQuery(treeQuery(stage)).data?.stage.name ?? ''
  const [isCopied, setCopied] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const stopPrinting = useCallback(() => setPrinting(false), [])
  const copy = async (): Promise<void> => {
    const asOf = t('person.fetched', {
      time: formatExact(card.fetchedAt, language),
      age: formatAge(card.fetchedAt, nowMs, t),
    })
    await navigator.clipboard.writeText(personText(card, stageName, asOf, t))
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <>
      <FavouriteStar card={card} stage={stage} />
      <IconButton
        label={t(isCopied ? 'card.copied' : 'card.copy')}
        icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy().catch(() => undefined)}
      />
      <IconButton label={t('card.print')} icon={<Printer aria-hidden />} onClick={() => setPrinting(true)} />
      <span className="visually-hidden" role="status">
        {isCopied ? t('card.copied') : ''}
      </span>
      {isPrinting ? <PrintSlip card={card} stageName={stageName} onDone={stopPrinting} /> : null}
    </>
  )
}
