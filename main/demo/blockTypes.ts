/** A site page block type with its heavy fields template, css and js. */
type DemoBlockType = {
  readonly id: number
  readonly displayName: string
  readonly groupName: string
  /** True for a block that wraps others. */
  readonly isModificator: boolean
  readonly orderPriority: number
  readonly configuration: {
    readonly ui: { readonly paddings: { readonly top: number; readonly bottom: number } }
    readonly defaultData: { readonly [name: string]: string | number | boolean | readonly string[] }
    readonly controls: readonly { readonly name: string; readonly type: string; readonly label: string }[]
  }
  readonly template: string
  readonly css: string
  readonly js: string
}

type Control = readonly [
  name: string,
  type: 'text' | 'richtext' | 'image' | 'color' | 'number' | 'switch' | 'list',
  label: string,
  initial: string | number | boolean | readonly string[],
]

type Draft = {
  readonly id: number
  readonly name: string
  readonly group: string
  readonly priority: number
  readonly wraps?: true
  readonly padding: number
  readonly controls: readonly Control[]
  readonly template: string
  readonly css: string
  readonly js?: string
}

function createBlockType(draft: Draft): DemoBlockType {
  return {
    id: draft.id,
    displayName: draft.name,
    groupName: draft.group,
    isModificator: draft.wraps === true,
    orderPriority: draft.priority,
    configuration: {
      ui: { paddings: { top: draft.padding, bottom: draft.padding } },
      defaultData: Object.fromEntries(draft.controls.map(([name, , , initial]) => [name, initial])),
      controls: draft.controls.map(([name, type, label]) => ({ name, type, label })),
    },
    template: draft.template,
    css: draft.css,
    js: draft.js ?? '',
  }
}

const drafts: readonly Draft[] = [
  {
    id: 101,
    name: 'Обложка с датой',
    group: 'Обложки',
    priority: 10,
    padding: 96,
    controls: [
      ['title', 'text', 'Заголовок', 'Весенний забег'],
      ['date', 'text', 'Дата', '16 мая 2026'],
      ['background', 'image', 'Фон', ''],
    ],
    template: `<header class="cover" style="background-image: url('{{ background }}')">
  <h1 class="cover__title">{{ title }}</h1>
  <p class="cover__date">{{ date }}</p>
  {{#if registrationUrl}}<a class="cover__button" href="{{ registrationUrl }}">Зарегистрироваться</a>{{/if}}
</header>
`,
    css: `.cover { min-height: 60vh; display: grid; align-content: end; background-size: cover; color: #fff; }
.cover__title { font-size: clamp(2rem, 6vw, 4.5rem); line-height: 1.05; }
.cover__date { opacity: 0.85; }
@media (max-width: 600px) { .cover { min-height: 40vh; } }
`,
  },
  {
    id: 102,
    name: 'Обложка с обратным отсчётом',
    group: 'Обложки',
    priority: 20,
    padding: 64,
    controls: [
      ['title', 'text', 'Заголовок', 'До старта осталось'],
      ['startsAt', 'text', 'Начало', '2026-05-16T09:00:00'],
    ],
    template: `<section class="countdown" data-starts-at="{{ startsAt }}">
  <h2>{{ title }}</h2>
  <output class="countdown__value">—</output>
</section>
`,
    css: `.countdown { text-align: center; }
.countdown__value { font-variant-numeric: tabular-nums; font-size: 3rem; }
`,
    js: `export function mount(block) {
  const startsAt = Date.parse(block.dataset.startsAt)
  const value = block.querySelector('.countdown__value')
  const show = () => {
    const minutes = Math.max(0, Math.floor((startsAt - Date.now()) / 60000))
    value.textContent = Math.floor(minutes / 1440) + ' д ' + (Math.floor(minutes / 60) % 24) + ' ч ' + (minutes % 60) + ' мин'
  }
  show()
  const timer = setInterval(show, 60000)
  return () => clearInterval(timer)
}
`,
  },
  {
    id: 201,
    name: 'Фон',
    group: 'Оформление',
    priority: 10,
    wraps: true,
    padding: 0,
    controls: [
      ['color', 'color', 'Цвет', '#f2f5f4'],
      ['image', 'image', 'Картинка', ''],
    ],
    template: `<div class="backdrop" style="background-color: {{ color }}">{{{ children }}}</div>
`,
    css: `.backdrop { background-position: center; background-size: cover; }
`,
  },
  {
    id: 202,
    name: 'Колонки',
    group: 'Оформление',
    priority: 20,
    wraps: true,
    padding: 16,
    controls: [
      ['count', 'number', 'Сколько колонок', 2],
      ['gap', 'number', 'Промежуток', 24],
    ],
    template: `<div class="columns" style="--columns: {{ count }}; --gap: {{ gap }}px">
  {{#each children}}<div class="columns__cell">{{{ this }}}</div>{{/each}}
</div>
`,
    css: `.columns { display: grid; grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); gap: var(--gap); }
@media (max-width: 720px) { .columns { grid-template-columns: 1fr; } }
`,
  },
  {
    id: 203,
    name: 'Вкладки',
    group: 'Оформление',
    priority: 30,
    wraps: true,
    padding: 16,
    controls: [['titles', 'list', 'Названия вкладок', ['5 км', '10 км', '21,1 км']]],
    template: `<div class="tabs">
  <div class="tabs__list" role="tablist">
    {{#each titles}}<button role="tab" aria-controls="tab-{{ @index }}">{{ this }}</button>{{/each}}
  </div>
  {{#each children}}<div class="tabs__panel" role="tabpanel" id="tab-{{ @index }}">{{{ this }}}</div>{{/each}}
</div>
`,
    css: `.tabs__list { display: flex; gap: 4px; border-bottom: 1px solid #d5dbd9; }
.tabs__list [aria-selected='true'] { border-bottom: 2px solid #0b5c5c; }
.tabs__panel[hidden] { display: none; }
`,
    js: `export function mount(block) {
  const tabs = [...block.querySelectorAll('[role=tab]')]
  const panels = [...block.querySelectorAll('[role=tabpanel]')]
  const select = (chosen) => tabs.forEach((tab, index) => {
    tab.setAttribute('aria-selected', String(index === chosen))
    panels[index].hidden = index !== chosen
  })
  tabs.forEach((tab, index) => tab.addEventListener('click', () => select(index)))
  select(0)
}
`,
  },
  {
    id: 301,
    name: 'Дистанции',
    group: 'Соревнование',
    priority: 10,
    padding: 48,
    controls: [
      ['title', 'text', 'Заголовок', 'Дистанции'],
      ['isPriceShown', 'switch', 'Показывать цену', true],
    ],
    template: `<section class="distances">
  <h2>{{ title }}</h2>
  {{#each distances}}
  <article class="distance">
    <h3>{{ name }}</h3>
    <p>{{ limit }} мест, старт в {{ startsAt }}</p>
    {{#if ../isPriceShown}}<p class="distance__price">{{ price }} ₽</p>{{/if}}
  </article>
  {{/each}}
</section>
`,
    css: `.distances { display: flex; flex-wrap: wrap; gap: 16px; }
.distance { flex: 1 1 220px; padding: 16px; border: 1px solid #d5dbd9; border-radius: 6px; }
.distance__price { font-weight: 600; }
`,
  },
  {
    id: 302,
    name: 'Программа дня',
    group: 'Соревнование',
    priority: 15.5,
    padding: 32,
    controls: [['items', 'list', 'Пункты', ['08:00 Выдача номеров', '09:00 Старт 21,1 км', '10:00 Старт 10 км']]],
    template: `<ol class="schedule">
  {{#each items}}<li>{{ this }}</li>{{/each}}
</ol>
`,
    css: `.schedule { list-style: none; padding: 0; }
.schedule li + li { border-top: 1px solid #d5dbd9; }
`,
  },
  {
    id: 303,
    name: 'Таблица результатов',
    group: 'Соревнование',
    priority: 20,
    padding: 32,
    controls: [
      ['stage', 'text', 'Этап', ''],
      ['rows', 'number', 'Строк', 50],
    ],
    template: `<section class="results" data-stage="{{ stage }}" data-rows="{{ rows }}">
  <table>
    <thead><tr><th>Место</th><th>Номер</th><th>Участник</th><th>Результат</th></tr></thead>
    <tbody></tbody>
  </table>
  <noscript>Чтобы увидеть результаты, включите JavaScript.</noscript>
</section>
`,
    css: `.results table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.results td:last-child, .results th:last-child { text-align: right; }
`,
    js: `export async function mount(block, { load }) {
  const rows = await load(block.dataset.stage, Number(block.dataset.rows))
  const body = block.querySelector('tbody')
  for (const row of rows) {
    const line = body.insertRow()
    for (const text of [row.position, row.number, row.name, row.resultTime]) line.insertCell().textContent = text ?? ''
  }
}
`,
  },
  {
    id: 304,
    name: 'Карта трассы',
    group: 'Соревнование',
    priority: 30,
    padding: 0,
    controls: [
      ['track', 'text', 'Файл трека', ''],
      ['height', 'number', 'Высота', 420],
    ],
    template: `<figure class="track" style="height: {{ height }}px">
  <div class="track__map" data-track="{{ track }}"></div>
  <figcaption>Трасса может немного измениться.</figcaption>
</figure>
<script>window.trackBlocks = (window.trackBlocks || []).concat(document.currentScript.previousElementSibling)</script>
`,
    css: `.track { margin: 0; display: grid; grid-template-rows: 1fr auto; }
.track__map { background: #e6ecea; }
`,
  },
  {
    id: 401,
    name: 'Текст',
    group: 'Текст и медиа',
    priority: 10,
    padding: 24,
    controls: [['text', 'richtext', 'Текст', '<p>Расскажите о забеге</p>']],
    template: `<div class="prose">{{{ text }}}</div>
`,
    css: `.prose { max-width: 68ch; line-height: 1.6; }
`,
  },
  {
    id: 402,
    name: 'Галерея',
    group: 'Текст и медиа',
    priority: 20,
    padding: 24,
    controls: [['photos', 'list', 'Фотографии', []]],
    template: `<div class="gallery">
  {{#each photos}}<a href="{{ full }}"><img src="{{ small }}" alt="{{ caption }}" loading="lazy"></a>{{/each}}
</div>
`,
    css: `.gallery { columns: 3 200px; column-gap: 8px; }
.gallery img { width: 100%; display: block; margin-bottom: 8px; }
`,
  },
  {
    id: 403,
    name: 'Вопросы и ответы',
    group: 'Текст и медиа',
    priority: 30,
    padding: 32,
    controls: [['questions', 'list', 'Вопросы', ['Где получить номер?', 'Есть ли камера хранения?']]],
    template: `{{#each questions}}
<details class="question"><summary>{{ title }}</summary>{{{ answer }}}</details>
{{/each}}
`,
    css: `.question { border-bottom: 1px solid #d5dbd9; padding: 12px 0; }
.question summary { cursor: pointer; font-weight: 600; }
`,
  },
  {
    id: 501,
    name: 'Партнёры',
    group: 'Участникам',
    priority: 10,
    padding: 32,
    controls: [['logos', 'list', 'Логотипы', []]],
    template: `<ul class="partners">{{#each logos}}<li><img src="{{ url }}" alt="{{ name }}"></li>{{/each}}</ul>
`,
    css: `.partners { display: flex; flex-wrap: wrap; gap: 24px; list-style: none; padding: 0; }
.partners img { height: 48px; }
`,
  },
]

/** As the list replies them: by group, then by priority. */
export const blockTypes: readonly DemoBlockType[] = drafts
  .map(createBlockType)
  .toSorted((a, b) => a.groupName.localeCompare(b.groupName, 'ru') || a.orderPriority - b.orderPriority)
