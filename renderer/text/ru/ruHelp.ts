/** Help, without its chapters, Russian. */
export const ruHelp = {
  'help.title': 'Справка',
  'help.chapters': 'Главы',
  'help.all': 'Все главы',
  'help.search': 'Поиск по справке',
  'help.found_one': 'найден {{count}} раздел',
  'help.found_few': 'найдено {{count}} раздела',
  'help.found_many': 'найдено {{count}} разделов',
  'help.found_other': 'найдено {{count}} раздела',
  'help.print': 'Печать',
  'help.more': 'Подробнее в справке',
}
