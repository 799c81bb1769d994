import * as z from 'zod'
import type { CategoryId, Guid, Input, JobId, Operation, ProfileId, StageGuid } from '../../preload/contract.ts'

/** Inputs of every operation. What is not named here does not get in; every text and list has a bound. */

const guidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

const branded = <T extends string>(pattern: RegExp, what: string) =>
  z
    .string()
    .max(64)
    .regex(pattern, what)
    .transform((text) => text.toLowerCase() as T)

const guid = branded<Guid>(guidPattern, 'a GUID')
const stage = guid.transform((text): StageGuid => text as string as StageGuid)
const profileId = branded<ProfileId>(/^[a-z0-9-]{1,64}$/, 'a profile id')
const jobId = branded<JobId>(/^[a-z0-9-]{1,64}$/, 'a job id')
const category = branded<CategoryId>(/^[0-9]{1,15}$/, 'a category id')

const line = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !/[\p{Cc}]/u.test(text), 'no control characters')
const name = line(200).refine((text) => text.trim() !== '', 'not empty')
const url = line(2_000).refine((text) => text.trim() !== '', 'not empty')
const headerName = z
  .string()
  .max(100)
  .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'a header name')
const keyName = z.enum(['access', 'results'])
const secret = z.string().min(1).max(4_096)
const nothing = z.strictObject({})

const draft = z.strictObject({
  id: profileId.exactOptional(),
  name,
  baseUrl: url,
  resultsUrl: url.nullable(),
  accessHeader: headerName.exactOptional(),
  resultsHeader: headerName.exactOptional(),
  extraHeaders: z
    .array(z.strictObject({ name: headerName, service: z.enum(['main', 'results']), value: secret.exactOptional() }))
    .max(20)
    .exactOptional(),
})

const query = {
  stage,
  distance: line(200).exactOptional(),
  categories: z.array(category).max(5_000).exactOptional(),
  search: z.string().max(500).exactOptional(),
  sort: z
    .array(z.strictObject({ column: z.string().max(1_000), isDescending: z.boolean().exactOptional() }))
    .max(5)
    .exactOptional(),
}

export const schemas = {
  'app:info': nothing,
  'app:settings': nothing,
  'app:setSettings': z.strictObject({
    language: z.enum(['system', 'en', 'ru']).exactOptional(),
    theme: z.enum(['system', 'light', 'dark', 'sunlight']).exactOptional(),
    scale: z.number().int().min(90).max(160).exactOptional(),
    rowHeight: z.enum(['compact', 'normal', 'large']).exactOptional(),
    parallelCalls: z.number().int().min(1).max(16).exactOptional(),
  }),
  'profile:list': nothing,
  'profile:save': z.union([z.strictObject({ profile: draft }), z.strictObject({ demo: z.literal(true) })]),
  'profile:remove': z.strictObject({ id: profileId }),
  'profile:check': z.strictObject({ id: profileId }),
  'keys:set': z.strictObject({ profileId, which: keyName, value: secret }),
  'keys:status': nothing,
  'keys:forget': z.strictObject({ profileId, which: keyName.exactOptional() }),
  'stage:add': z.strictObject({ profileId, text: z.string().min(1).max(4_000), name: name.exactOptional() }),
  'stage:list': nothing,
  'stage:rename': z.strictObject({ stage, name }),
  'stage:remove': z.strictObject({ stage }),
  'stage:tree': z.strictObject({ stage }),
  'stage:take': z.strictObject({ stage, categories: z.array(category).min(1).max(5_000).exactOptional() }),
  'results:page': z.strictObject({
    ...query,
    offset: z.number().int().min(0).max(100_000_000),
    limit: z.number().int().min(0).max(1_000),
  }),
  'results:person': z.strictObject({ category, index: z.number().int().min(0).max(100_000_000) }),
  'results:raw': z.strictObject({ category }),
  'results:export': z.strictObject({
    ...query,
    format: z.literal('csv'),
    preset: z.enum(['ru', 'en', 'import', 'tsv']),
  }),
  'job:list': nothing,
  'job:cancel': z.strictObject({ id: jobId }),
} satisfies { [K in Operation]: z.ZodType<Input<K>> }
