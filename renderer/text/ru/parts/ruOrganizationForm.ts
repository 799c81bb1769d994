import type { RussianOf } from '../../en/en.ts'
import type { enOrganizationForm } from '../../en/parts/enOrganizationForm.ts'

export const ruOrganizationForm: RussianOf<typeof enOrganizationForm> = {
  'connect.name.hint': 'Необязательно. Так организацию называет ваша команда.',
  'connect.baseUrl.hint':
    'Адрес сервиса событий; /v3 в конце можно не писать. Ключ доступа отправляется только на этот адрес.',
  'connect.accessKey.hint': 'Хранится в системном хранилище ключей; после сохранения не показывается.',
  'connect.accessKey.hintSession': 'После сохранения не показывается.',
  'profile.baseUrl.hint': 'При смене адреса ключ доступа удаляется, его нужно будет ввести снова.',
  'profile.resultsUrl.hint': 'Необязательно. Racedesk предложит адрес по ссылкам этапа.',
  'connect.resultsKey.hint': 'Вместе с адресом результатов. Без него ключ понадобится при первом скачивании.',
  'profile.name.refused': 'Название занято или слишком длинное. Выберите другое.',
  'profile.header.refused': 'Недопустимое имя. Только латиница, цифры и дефис, без повторов и служебных заголовков.',
  'profile.extraHeaders.value.refused':
    'Недопустимое значение. Только латиница, цифры и знаки препинания. Для сервиса результатов нужен его адрес.',
  'profile.advanced': 'Дополнительно',
  'profile.accessHeader': 'Заголовок ключа доступа',
  'profile.resultsHeader': 'Заголовок ключа результатов',
  'profile.extraHeaders': 'Дополнительные заголовки',
  'profile.extraHeaders.hint':
    'Отправляются с каждым запросом к выбранному сервису. Значения хранятся в секрете, как и ключи.',
  'profile.extraHeaders.add': 'Добавить заголовок',
  'profile.extraHeaders.name': 'Имя заголовка',
  'profile.extraHeaders.value': 'Значение',
  'profile.extraHeaders.kept': 'сохранено',
  'profile.extraHeaders.service': 'Куда',
  'profile.extraHeaders.remove': 'Убрать заголовок {{name}}',
  'profile.saved': 'Сохранено',
  'profile.discard': 'Отменить изменения',
}
