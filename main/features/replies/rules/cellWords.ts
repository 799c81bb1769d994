import type { Cell } from '../../../../preload/contract/ids.ts'
import { wordOf } from '../../columns/rules/body/wordOf.ts'

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const nothingWords = wordsOf('null none nil undefined nan na true false')

/** A letter, or a digit other than zero. */
const saying = /\p{L}|[1-9]|[^\P{Nd}0-9]/u

/** Whether the cell has a value of its own: services send dashes, zeros, "null", yes and no for nothing. */
export const tells = (cell: Cell | undefined): boolean => {
  if (cell === undefined || cell === null || typeof cell === 'boolean') return false
  if (typeof cell === 'number') return cell !== 0 && cell !== -1
  if (typeof cell === 'object') return Object.values(cell).some((value: Cell) => tells(value))
  return saying.test(cell) && !nothingWords.has(wordOf(cell))
}

const messageFields = wordsOf(`
  message messages msg error errors errormessage errorcode errordescription err fault exception detail details text statustext
  warning alert announcement news html body
  сообщение ошибка ошибки текст объявление уведомление предупреждение
  meldung fehler fehlermeldung nachricht erreur avis détail détails texte mensaje aviso texto viesti virhe ilmoitus teksti
  mensagem erro hata mesaj wiadomość błąd komunikat повідомлення помилка`)

/** A field of a message to the client, never a field of a finisher. */
export const isMessageField = (name: string): boolean => messageFields.has(lastWordOf(name))

const remarkFields = wordsOf(`
  description desc reason title subtitle heading code statuscode info information notice note content hint help comment
  описание причина код внимание новость комментарий примечание hinweis beschreibung grund raison titre motivo descripción
  titulo título syy otsikko kuvaus opis powód`)

/** A field that occurs in messages as well as in rows. */
export const isRemarkField = (name: string): boolean => remarkFields.has(lastWordOf(name))

const lastWordOf = (name: string): string => wordOf(name.slice(name.lastIndexOf('.') + 1))

const troubles =
  /error|exception|unavailable|(?<!\p{L})(?:failed|failure|maintenance|forbidden|unauthori[sz]ed|denied|not found|try (?:again|later)|time-?out|ошибк\p{L}*|недоступ\p{L}*|обслуживани\p{L}*|технич\p{L}* работ\p{L}*|fehler|wartung\p{L}*|erreur|indisponible|mantenimiento|manuten[cç][aã]o|virhe|huolto\p{L}*|bakım\p{L}*|przerwa techniczna)(?!\p{L})/iu
const markup = /<\/?[a-z][^>]*>/i

/** A text with an error word or markup. */
export const isTrouble = (text: string): boolean => troubles.test(text) || markup.test(text)

/** A name of a person or a club seldom has more words. */
const mostWords = 4

/** A text addressed to a reader, not a name or a value: an error or a sentence. */
export const isSaying = (text: string): boolean => isTrouble(text) || text.trim().split(/\s+/).length > mostWords
