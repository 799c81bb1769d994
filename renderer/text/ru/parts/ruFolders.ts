import type { RussianOf } from '../../en/en.ts'
import type { enFolders } from '../../en/parts/enFolders.ts'

export const ruFolders: RussianOf<typeof enFolders> = {
  'folders.title': 'Выбор папки',
  'folders.path': 'Папка',
  'folders.path.hint': 'На компьютере, где работает Racedesk. Выберите ниже или введите полный путь и нажмите Enter.',
  'folders.path.refused': 'Введите полный путь, начиная с диска или /.',
  'folders.open': 'Открыть',
  'folders.home': 'Домашняя',
  'folders.up': 'Вверх',
  'folders.list': 'Папки внутри',
  'folders.none': 'Внутри нет папок',
  'folders.cut': 'Показаны первые {{count}}. Введите путь к нужной папке.',
  'folders.new': 'Новая папка',
  'folders.new.name': 'Имя новой папки',
  'folders.new.refused': 'Нужно другое имя, без / \\ : * ? " < > |',
  'folders.new.make': 'Создать',
  'folders.choose': 'Выбрать эту папку',
}
