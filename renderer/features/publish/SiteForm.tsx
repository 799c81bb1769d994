import { useId, useState } from 'react'
import type { PublishSettings } from '../../../preload/contract/publish/publish.ts'
import type { SiteColumn } from '../../../preload/contract/publish/site.ts'
import type { StageTree } from '../../../preload/contract/stages.ts'
import { CategoryMenu } from '../../app/stage/CategoryMenu.tsx'
import type { Draft } from '../../app/state/useDraft.ts'
import { Checks } from '../../components/Checks.tsx'
import { Choice } from '../../components/Choice.tsx'
import { FieldFrame, TextField } from '../../components/Field.tsx'
import { PictureField } from '../../components/PictureField.tsx'
import { useText } from '../../text/text.ts'
import { settingsFault } from './settingsFault.ts'

const COLUMNS: readonly SiteColumn[] = [
  'bib',
  'sex',
  'club',
  'team',
  'city',
  'region',
  'country',
  'birthYear',
  'birthDate',
]
const LONGEST_LOGO = 100_000

type SiteFormProps = {
  readonly tree: StageTree
  readonly settings: PublishSettings
  readonly edit: Draft<PublishSettings>['edit']
}

/** What is on the site, and how it looks. */
export const SiteForm = ({ tree, settings, edit }: SiteFormProps) => {
  const { t } = useText()
  const colourId = useId()
  const { categories, columns, isFinal, language, colour, logo, readerUrl, budgetMbPerHour } = settings
  const [budget, setBudget] = useState(String(budgetMbPerHour))
  const fault = settingsFault(settings)
  const change = (changed: Partial<PublishSettings>): void => edit((now) => ({ ...now, ...changed }))
  const warning = columns.includes('birthDate') ? 'birthDate' : columns.includes('birthYear') ? 'birthYear' : null
  return (
    <div className="form arranged-form">
      <div className="arranged-wide">
        <label className="row">
          <input type="checkbox" checked={isFinal} onChange={({ target }) => change({ isFinal: target.checked })} />
          <span>{t('publish.final')}</span>
        </label>
        <p className="field-hint">{t('publish.final.hint')}</p>
      </div>
      <CategoryMenu
        tree={tree}
        chosen={categories}
        onChange={(chosen) => change({ categories: chosen })}
        label={t('publish.categories')}
        allLabel={t('publish.categories.all')}
        chosenLabel={t('publish.categories.some', { count: categories?.length ?? 0 })}
      />
      <Choice
        label={t('publish.language')}
        value={language}
        options={[
          { value: 'ru', label: 'Русский' },
          { value: 'en', label: 'English' },
        ]}
        onChange={(chosen) => change({ language: chosen })}
        hint={t('publish.language.hint')}
      />
      <FieldFrame id={colourId} label={t('publish.colour')} hint={t('publish.colour.hint')}>
        <input
          id={colourId}
          type="color"
          className="publish-colour"
          value={colour}
          onChange={({ target }) => change({ colour: target.value })}
          aria-describedby={`${colourId}-hint`}
        />
      </FieldFrame>
      <div className="arranged-wide">
        <Checks
          legend={t('publish.people')}
          items={COLUMNS.map((value) => ({ value, label: t(`role.${value}`) }))}
          chosen={columns}
          onChange={(chosen) => change({ columns: [...chosen] })}
          hint={t('publish.people.hint')}
        />
        {warning === null ? null : (
          <p role="alert" className="publish-warning">
            {t(`publish.people.${warning}`)}
          </p>
        )}
      </div>
      <PictureField
        picture={logo}
        longest={LONGEST_LOGO}
        texts={{
          label: t('publish.logo'),
          shown: t('publish.logo.shown'),
          unread: t('publish.logo.unread'),
          choose: t('publish.logo.choose'),
          remove: t('publish.logo.remove'),
        }}
        onChange={(picture) => change({ logo: picture })}
      />
      <TextField
        label={t('publish.budget')}
        value={budget}
        onChange={(text) => {
          setBudget(text)
          change({ budgetMbPerHour: /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0 })
        }}
        inputMode="numeric"
        hint={t('publish.budget.hint')}
        problem={fault === 'budget' ? t('publish.budget.refused') : null}
      />
      <div className="arranged-wide">
        <TextField
          label={t('publish.readerUrl')}
          value={readerUrl}
          onChange={(url) => change({ readerUrl: url.trim().slice(0, 500) })}
          inputMode="url"
          hint={t('publish.readerUrl.hint')}
          problem={fault === 'readerUrl' ? t('publish.readerUrl.refused') : null}
          isMono
        />
      </div>
    </div>
  )
}
