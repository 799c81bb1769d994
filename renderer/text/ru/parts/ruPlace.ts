import type { RussianOf } from '../../en/en.ts'
import type { enPlace } from '../../en/parts/enPlace.ts'

export const ruPlace: RussianOf<typeof enPlace> = {
  'problem.publish.no-target.todo': 'Выберите его в окне «Опубликовать».',
  'problem.publish.nothing.todo': 'Скачайте этап или выберите другие категории.',
  'problem.publish.other-page.todo': 'Выберите другое место или опубликуйте вместо неё.',
  'problem.publish.other-desk.todo': 'Выберите другое место или опубликуйте вместо него.',
  'problem.publish.no-secret.todo': 'Введите его в окне «Опубликовать».',
  'problem.publish.wrong-secret.todo': 'Проверьте их в окне «Опубликовать».',
  'problem.publish.host-key.todo': 'Спросите его владельца, менялся ли ключ, и примите новый в окне «Опубликовать».',
  'problem.publish.new-host-key.todo': 'Сверьте его ключ с тем, что назовёт владелец, и примите в окне «Опубликовать».',
  'problem.publish.revoked-host-key.todo': 'Попросите владельца сменить ключ.',
  'problem.place.kept': 'Опубликованный сайт не изменился.',
  'problem.place.left': 'Часть файлов сайта могла остаться.',
  'problem.place.clock.todo': 'Установите точные дату и время и опубликуйте снова.',
  'problem.place.no-bucket.todo': 'Проверьте бакет и адрес хранилища.',
  'problem.place.no-folder.todo': 'Создайте её там или проверьте путь.',
  'problem.place.region.todo': 'Укажите адрес хранилища в этом регионе.',
  'problem.place.full.todo': 'Освободите место или увеличьте квоту и опубликуйте снова.',
  'problem.place.locked.todo': 'Опубликуйте снова позже. Отправленные файлы повторно не отправляются.',
  'problem.place.busy.todo': 'Опубликуйте снова позже. Отправленные файлы повторно не отправляются.',
  'problem.place.broken.todo': 'Опубликуйте снова позже. Отправленные файлы повторно не отправляются.',
  'problem.place.unsuitable.todo': 'Проверьте адрес.',
  'problem.place.crowded.todo': 'Выберите для сайта отдельную папку.',
  'problem.place.unknown.todo': 'Проверьте адрес, права и свободное место.',
  'problem.place.denied.todo':
    'Для публикации нужны права на просмотр, чтение, запись и удаление файлов. Попросите о них владельца.',
  'problem.place.wait_one': 'Сервер просит подождать {{count}} секунду.',
  'problem.place.wait_few': 'Сервер просит подождать {{count}} секунды.',
  'problem.place.wait_many': 'Сервер просит подождать {{count}} секунд.',
  'problem.place.wait_other': 'Сервер просит подождать {{count}} секунды.',
}
