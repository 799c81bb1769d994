import type { TextKey } from '../../text/en/en.ts'

const files = 'print excel xlsx csv pdf html protocol печать напечатать распечатать эксель протокол выгрузить экспорт'

/** Words by which people look for a screen or an action, beside its label: the same in both languages. */
export const otherWords: { readonly [Label in TextKey]?: string } = {
  'capsule.open': 'copy backup usb flash копия флешка',
  'capsule.save': 'copy backup usb flash another laptop копия флешка другой ноутбук',
  'help.title': 'manual how помощь помогите инструкция',
  'palette.formats': files,
  'publish.show': 'website internet web public сайт интернет',
  'screens.show': 'tv television monitor projector phone display телевизор монитор проектор телефон',
  'settings.language': 'language язык',
  'settings.network': 'proxy certificate прокси сертификат',
  'settings.theme': 'theme тема оформление',
  'shortcuts.export': files,
  'shortcuts.stages': 'bin trash removed deleted restore undo корзина удалённые удалить восстановить',
  'stage.export': files,
  'storage.title': 'space size memory clean backup место память очистить',
  'verify.title': 'receipt hash контрольный файл хеш',
  'view.announcer': 'podium awards ceremony winners подиум призёры награждение победители',
  'view.audit': 'errors mistakes problems ошибки',
  'view.columns': 'columns units столбцы единицы',
  'view.desk': 'keypad number клавиатура номер стойка',
  'watch.do': 'live poll онлайн опрос следить',
}
