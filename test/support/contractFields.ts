import type * as z from 'zod'
import { operations, type Operation } from '../../preload/contract.ts'

type Field = { readonly place: string; readonly isText: boolean; readonly isOptional: boolean }

/** Every field of a schema by its dotted place, an item of a list at 0, with those of all forms that the input may have. */
const fieldsIn = (schema: z.core.$ZodType, place: readonly string[], isOptional = false): readonly Field[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'optional') return fieldsIn(def.innerType, place, true)
  if (def.type === 'nullable') return fieldsIn(def.innerType, place, isOptional)
  if (def.type === 'union') return def.options.flatMap((option) => fieldsIn(option, place, isOptional))
  const inner =
    def.type === 'object'
      ? Object.entries(def.shape).flatMap(([name, field]) => fieldsIn(field, [...place, name]))
      : def.type === 'array'
        ? fieldsIn(def.element, [...place, '0'])
        : []
  return [{ place: place.join('.'), isText: def.type === 'string', isOptional }, ...inner]
}

export const fieldsOf = (operation: Operation): readonly Field[] => fieldsIn(operations[operation].input(), [])
