import { pick, type Random } from './random.ts'

type Words = readonly [string, ...string[]]

/** `sex` is what the row says, M or F. */
type PersonName = { readonly firstName: string; readonly lastName: string; readonly sex: 'M' | 'F' }

const words = (list: string): Words => {
  const [first = '', ...others] = list.split(' ')
  return [first, ...others]
}

const russianMen = words(
  'Пётр Семён Фёдор Артём Андрей Сергей Алексей Николай Матвей Тимофей Дмитрий Юрий Игорь Олег Павел Роман Кирилл Максим Никита Егор Илья Лев Глеб Антон Борис Виктор Григорий Денис Захар Савелий',
)
const russianWomen = words(
  'Алёна Анна Мария Елена Ольга Ирина Наталья Светлана Юлия Дарья Екатерина Татьяна Ксения Полина Вера Надежда Любовь Майя Зоя Раиса Софья Варвара Евгения Галина Лидия Марина Инна Жанна Тамара Анастасия',
)
/** In the form for men. */
const russianSurnames = words(
  'Иванов Воробьёв Соловьёв Киселёв Ершов Орлов Белов Лисицын Синицын Голубев Журавлёв Лебедев Зайцев Барсуков Кузнецов Гончаров Мельников Рыбаков Плотников Столяров Озёрский Полевой Луговской Донской Заречный Сосновский Берёзкин Калинин Рябинин Вишняков Щукин Карпов Окунев Ёлкин Ёжиков Майский Зимин Вешняков Морозов Снегирёв Метелин Ветров Громов Тучин Радугин Рассветов Ковалько Бондарь Савченко Черных Седых Долгих Шевчук Гайдай Йодков',
)
const latinMen = words(
  'Adam Björn Carlos Daniel Émile Finn Georg Håkon Ivo Jan José Karl Łukasz Marek Niels Óscar Pavel Rui Søren Tomáš Ugo Víctor Willem Yusuf Zoltán Jean-Luc Brian Owen Liam Theo',
)
const latinWomen = words(
  'Anja Beatriz Chloé Dagny Eva Françoise Greta Hanna Inês Jūlija Katrin Lucía Märta Noor Olga Petra Renée Sofía Tereza Ursula Vera Wanda Yasmin Zoë Anne-Marie Orla Maeve Ida Nina Elif',
)
const latinSurnames = words(
  "Novák Müller Larsson Ørsted Kowalski Żak Fernández García Dubois Lefèvre Rossi D'Angelo O'Malley O'Dowd MacLeod Van-Dijk Smith Baker Fisher Weaver Hill Brook Field Stone Berg Lind Korhonen Saar Kask Bērziņš Kazlauskas Horváth Szabó Popescu Yılmaz Öztürk Costa Silva Almeida Schäfer Weiß",
)

/** Surname for a woman; those ending otherwise (Савченко, Черных) do not change. */
function womansSurname(surname: string): string {
  if (/(?:ов|ев|ёв|ин|ын)$/u.test(surname)) return `${surname}а`
  if (/(?:ий|ой|ый)$/u.test(surname)) return `${surname.slice(0, -2)}ая`
  return surname
}

function russianName(random: Random, sex: 'M' | 'F'): PersonName {
  const surname = (): string => {
    const plain = pick(random, russianSurnames)
    return sex === 'F' ? womansSurname(plain) : plain
  }
  const lastName = random() < 0.04 ? `${surname()}-${surname()}` : surname()
  const firstName = pick(random, sex === 'F' ? russianWomen : russianMen)
  // Some registrations come from systems that send й and ё as a letter and a combining mark.
  return random() < 0.02
    ? { firstName: firstName.normalize('NFD'), lastName: lastName.normalize('NFD'), sex }
    : { firstName, lastName, sex }
}

function latinName(random: Random, sex: 'M' | 'F'): PersonName {
  const surname = pick(random, latinSurnames)
  return {
    firstName: pick(random, sex === 'F' ? latinWomen : latinMen),
    lastName: random() < 0.04 ? `${surname}-${pick(random, latinSurnames)}` : surname,
    sex,
  }
}

/** A random name from the lists. */
export function pickName(random: Random, sex: 'M' | 'F'): PersonName {
  return random() < 0.72 ? russianName(random, sex) : latinName(random, sex)
}

/** Among them what spreadsheets and separators stumble over. */
export const clubs: Words = [
  'Динамо',
  '=Динамо',
  'Клуб «Ёлки»',
  'Северный ветер',
  'Утренний бег',
  'Бегущий город',
  'Пять вёрст',
  'Лесные тропы; Тверь',
  'Высокий темп, Казань',
  '+7 Бегунов',
  '-Темп-',
  '@рассвет',
  'Клуб "Марафон"',
  'Йети',
  'Медленно, но верно',
  'Стайеры Урала',
  'Harbour Harriers',
  'Nordic Milers',
  "Finisher's Friends",
  'Old Mill Runners',
  'Läuferbund Süd',
  'Club de Atletismo Río',
  'Night Owls AC',
  'River & Hill',
]

export const cities: Words = [
  'Москва',
  'Санкт-Петербург',
  'Казань',
  'Тверь',
  'Екатеринбург',
  'Нижний Новгород',
  'Орёл',
  'Королёв',
  'Йошкар-Ола',
  'Ростов-на-Дону',
  'Новосибирск',
  'Калининград',
  'Щёлково',
  'Ярославль',
  'Минск',
  'Алматы',
  'Tallinn',
  'Rīga',
  'Vilnius',
  'Helsinki',
  'Berlin',
  'Kraków',
  'Málaga',
  'İzmir',
]
