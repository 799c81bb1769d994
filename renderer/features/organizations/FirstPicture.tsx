import { useText, type Language } from '../../text/text.ts'

type Line = readonly [bib: string, name: string, club: string, result: string]

/** Made-up people. */
const LINES: readonly Line[] = [
  ['214', 'Иванов Пётр', 'Динамо', '31:02'],
  ['87', 'Anna Berg', 'Riverside', '31:40'],
  ['1304', 'Кузнецова Ольга', 'Темп', '32:15'],
  ['45', 'Tom Hale', 'Northside', '32:58'],
  ['960', 'Белов Артём', '', '33:07'],
  ['512', 'Lea Moreau', 'Riverside', '33:41'],
  ['1188', 'Смирнов Илья', 'Динамо', '34:20'],
  ['73', 'Зайцева Вера', 'Темп', '34:36'],
  ['640', 'Paul Rask', '', '34:52'],
]

type Branch = readonly [text: string, isInside: boolean]

/** Distances and categories as services of each language name them. */
const TREE: { readonly [L in Language]: readonly Branch[] } = {
  en: [
    ['5 km', false],
    ['10 km', false],
    ['Men', true],
    ['Women', true],
    ['M30–39', true],
    ['W35+', true],
    ['21.1 km', false],
  ],
  ru: [
    ['5 км', false],
    ['10 км', false],
    ['Мужчины', true],
    ['Женщины', true],
    ['М30–39', true],
    ['Ж35+', true],
    ['21,1 км', false],
  ],
}

/** Those of the tree in which the winner of the picture has a place. */
const WON = [1, 2, 4]

const MEDALS = ['gold', 'silver', 'bronze'] as const

/** Finishers per minute, for the little chart. */
const BARS = [3, 5, 9, 14, 20, 26, 24, 19, 15, 10, 7, 4, 2]

const Medal = ({ x, y, place }: { readonly x: number; readonly y: number; readonly place: number }) => {
  const medal = MEDALS[place - 1]
  return (
    <>
      {medal === undefined ? null : (
        <rect className={`picture-${medal}`} x={x - 8} y={y - 10.5} width="16" height="14" rx="4" />
      )}
      <text className={medal === undefined ? 'picture-muted' : 'picture-place'} x={x} y={y} textAnchor="middle">
        {place}
      </text>
    </>
  )
}

const Rail = () => (
  <>
    <rect className="picture-accent-soft" x="6" y="12" width="24" height="24" rx="5" />
    {[24, 58, 92, 126, 160].map((y, index) => (
      <rect
        key={y}
        className={index === 0 ? 'picture-accent' : 'picture-quiet'}
        x="13"
        y={y - 5}
        width="10"
        height="10"
        rx="2.5"
      />
    ))}
    <line className="picture-line" x1="36.5" y1="0" x2="36.5" y2="336" />
  </>
)

const Tree = () => {
  const { t, language } = useText()
  return (
    <>
      <text className="picture-strong" x="48" y="26">
        {t('first.picture.stage')}
      </text>
      <rect className="picture-accent-soft" x="42" y="60" width="98" height="20" rx="4" />
      {TREE[language].map(([text, isInside], index) => (
        <text
          key={text}
          className={isInside ? 'picture-muted' : 'picture-text'}
          x={isInside ? 62 : 48}
          y={52 + index * 22}
        >
          {text}
        </text>
      ))}
      <line className="picture-line" x1="146.5" y1="0" x2="146.5" y2="336" />
    </>
  )
}

const Table = () => {
  const { t } = useText()
  return (
    <>
      <rect className="picture-field" x="156.5" y="10.5" width="180" height="22" rx="5" />
      <circle className="picture-glass" cx="168" cy="20.5" r="4" />
      <line className="picture-glass" x1="171" y1="23.5" x2="174" y2="26.5" />
      <text className="picture-muted" x="180" y="25">
        {t('first.picture.search')}
      </text>
      <g className="picture-head">
        <text x="170" y="52" textAnchor="middle">
          {t('first.picture.place')}
        </text>
        <text x="218" y="52" textAnchor="end">
          {t('role.bib')}
        </text>
        <text x="230" y="52">
          {t('role.name')}
        </text>
        <text x="346" y="52">
          {t('role.club')}
        </text>
        <text x="452" y="52" textAnchor="end">
          {t('role.result')}
        </text>
      </g>
      <line className="picture-line" x1="147" y1="60.5" x2="462" y2="60.5" />
      <rect className="picture-accent-soft" x="147" y="61" width="315" height="27" />
      {LINES.map(([bib, name, club, result], index) => {
        const y = 79 + index * 27
        return (
          <g key={bib}>
            <Medal x={170} y={y} place={index + 1} />
            <text className="picture-text" x="218" y={y} textAnchor="end">
              {bib}
            </text>
            <text className="picture-text" x="230" y={y}>
              {name}
            </text>
            <text className="picture-muted" x="346" y={y}>
              {club}
            </text>
            <text className="picture-text" x="452" y={y} textAnchor="end">
              {result}
            </text>
            <line className="picture-line" x1="147" y1={y + 9.5} x2="462" y2={y + 9.5} />
          </g>
        )
      })}
      <line className="picture-line" x1="462.5" y1="0" x2="462.5" y2="336" />
    </>
  )
}

const Card = () => {
  const { t, language } = useText()
  const won = WON.flatMap((index) => TREE[language][index]?.[0] ?? [])
  return (
    <>
      <text className="picture-name" x="474" y="30">
        Иванов Пётр
      </text>
      <text className="picture-muted" x="474" y="48">
        214 · Динамо
      </text>
      <text className="picture-time" x="474" y="84">
        31:02
      </text>
      {won.map((label, index) => (
        <g key={label}>
          <Medal x={482} y={112 + index * 22} place={1} />
          <text className="picture-text" x="498" y={112 + index * 22}>
            {label}
          </text>
        </g>
      ))}
      <text className="picture-head" x="474" y="196">
        {t('first.picture.chart')}
      </text>
      {BARS.map((height, index) => (
        <rect
          key={index}
          className={index === 1 ? 'picture-accent' : 'picture-bar'}
          x={474 + index * 11.5}
          y={292 - height * 3.2}
          width="8.5"
          height={height * 3.2}
          rx="1.5"
        />
      ))}
      <line className="picture-axis" x1="474" y1="292.5" x2="622" y2="292.5" />
    </>
  )
}

/** The window with a stage as it looks after the first minute. */
export const FirstPicture = () => {
  const { t } = useText()
  return (
    <svg className="first-picture" viewBox="0 0 636 362" role="img" aria-label={t('first.picture')}>
      <rect className="picture-window" x="0.5" y="0.5" width="635" height="361" rx="10" />
      <Rail />
      <Tree />
      <Table />
      <Card />
      <line className="picture-line" x1="0" y1="336.5" x2="636" y2="336.5" />
      <circle className="picture-ok" cx="16" cy="349" r="3.5" />
      <text className="picture-text" x="26" y="353">
        {t('status.online')}
      </text>
      <text className="picture-muted" x="622" y="353" textAnchor="end">
        {t('first.picture.state')}
      </text>
    </svg>
  )
}
