import type { enStorage } from '../en/enStorage.ts'

export const ruStorage = {
  'storage.title': 'Место на диске',
  'storage.reckoning': 'Считаем…',
  'storage.total': 'База данных: {{size}}, из них не используется {{free}}.',
  'storage.table': 'Чем занято место',
  'storage.part': 'Данные',
  'storage.size': 'Размер',
  'storage.part.results': 'Показанные результаты',
  'storage.part.earlier-replies': 'Прежние ответы',
  'storage.part.changes': 'Изменения',
  'storage.part.bin': 'Удалённые этапы (корзина)',
  'storage.part.orders': 'Заказы',
  'storage.part.lists': 'Типы блоков и годы соревнований',
  'storage.part.calls': 'История запросов',
  'storage.part.files': 'Сведения о выгруженных файлах',
  'storage.part.other': 'Прочее',
  'storage.remove': 'Удалить',
  'storage.remove.earlier-replies': 'Все прежние ответы, кроме одного в каждой категории',
  'storage.remove.orders': 'Прежние ответы по заказам',
  'storage.remove.lists': 'Все списки, кроме двух последних',
  'storage.remove.calls': 'Все запросы, кроме сохранённых',
  'storage.kept':
    'Ответы старше 30 дней удаляются автоматически. Остаются показанные результаты, по десять ответов на категорию и источники выгруженных файлов.',
  'storage.free': 'Освободить место…',
  'storage.choose': 'Отметьте, что удалить.',
  'storage.none': 'Освобождать нечего.',
  'storage.freeing': 'Освобождаем место…',
  'storage.freed': 'Освобождено: {{size}}',
  'storage.confirm': 'Освободить примерно {{size}}?',
  'storage.confirm.effect':
    'Будут удалены: {{parts}}. Отменить это нельзя. Результаты, изменения и источники выгруженных файлов останутся.',
  'storage.confirm.compact': 'Неиспользуемое место вернётся диску. Ничего не удаляется.',
  'storage.confirm.do': 'Освободить',
  'storage.busy':
    'Во время скачивания или автообновления размер файла может не уменьшиться. Свободное место в нём будет использовано снова.',
} satisfies { readonly [K in keyof typeof enStorage]: string }
