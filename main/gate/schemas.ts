import * as z from 'zod'
import type { Input, Operation } from '../../preload/contract.ts'
import { longestReceipt } from '../features/files/rules/receipts.ts'
import {
  asResults,
  asTable,
  blockTypeId,
  callExport,
  callId,
  callRequest,
  callView,
  category,
  certificateId,
  changeId,
  changeMark,
  changesQuery,
  choice,
  columnName,
  draft,
  fileOptions,
  guid,
  guids,
  jobId,
  keyName,
  limit,
  line,
  memory,
  name,
  nothing,
  offset,
  profileId,
  promoPreviewId,
  promoReceiptId,
  query,
  race,
  receivedFileId,
  reply,
  roleCorrection,
  charset,
  rowPlace,
  rowRole,
  savedCallId,
  secret,
  sendId,
  sha256,
  shapeSignature,
  snapshotId,
  stage,
  stageMemory,
  tableFormats,
  url,
  viewOfResults,
} from './inputParts.ts'

/** Inputs of every operation. What is not named here does not get in; every text and list has a bound. */
export const schemas = {
  'app:info': nothing,
  'app:settings': nothing,
  'storage:usage': () => z.strictObject({}),
  'storage:free': () =>
    z.strictObject({ parts: z.array(z.enum(['earlier-replies', 'orders', 'lists', 'calls'])).max(4) }),
  'app:setSettings': () =>
    z.strictObject({
      language: z.enum(['system', 'en', 'ru']).exactOptional(),
      theme: z.enum(['system', 'light', 'dark', 'sunlight']).exactOptional(),
      scale: z.number().int().min(90).max(160).exactOptional(),
      rowHeight: z.enum(['compact', 'normal', 'large']).exactOptional(),
      parallelCalls: z.number().int().min(1).max(16).exactOptional(),
      isAnyCallPathAllowed: z.boolean().exactOptional(),
      proxy: z.enum(['system', 'none']).exactOptional(),
      areUpdatesOn: z.boolean().exactOptional(),
    }),
  'app:network': nothing,
  'app:addCertificates': () => z.strictObject({ pem: z.string().min(1).max(200_000) }),
  'app:trustCertificate': () => z.strictObject({ id: certificateId() }),
  'app:removeCertificate': () => z.strictObject({ id: certificateId() }),
  'app:nudge': nothing,
  'app:diagnostics': () =>
    z.strictObject({
      save: z
        .string()
        .regex(/^[0-9a-f-]{36}$/, 'an id of what was gathered')
        .exactOptional(),
    }),
  'app:readLink': () => z.strictObject({ text: z.string().max(100_000) }),
  'app:fillScreen': () => z.strictObject({ isFull: z.boolean() }),
  'app:updates': () => z.strictObject({ action: z.enum(['check', 'download']).exactOptional() }),
  'profile:list': nothing,
  'profile:save': () => z.union([z.strictObject({ profile: draft() }), z.strictObject({ demo: z.literal(true) })]),
  'profile:remove': () => z.strictObject({ id: profileId() }),
  'profile:check': () => z.strictObject({ id: profileId() }),
  'keys:set': () => z.strictObject({ profileId: profileId(), which: keyName(), value: secret() }),
  'keys:status': nothing,
  'keys:forget': () => z.strictObject({ profileId: profileId(), which: keyName().exactOptional() }),
  'stage:add': () =>
    z.strictObject({ profileId: profileId(), text: z.string().min(1).max(4_000), name: name().exactOptional() }),
  'stage:list': nothing,
  'stage:rename': () => z.strictObject({ stage: stage(), name: name() }),
  'stage:remove': () => z.strictObject({ stage: stage() }),
  'stage:tree': () => z.strictObject({ stage: stage() }),
  'stage:take': () =>
    z.strictObject({ stage: stage(), categories: z.array(category()).min(1).max(5_000).exactOptional() }),
  'stage:watch': () =>
    z.strictObject({
      stage: stage(),
      everyS: z.number().min(1).max(86_400).exactOptional(),
      categories: z.array(category()).min(1).max(5_000).exactOptional(),
      budgetMbPerHour: z.number().min(1).max(1_000_000).exactOptional(),
    }),
  'stage:unwatch': () => z.strictObject({ stage: stage() }),
  'stage:autoExport': () =>
    z.strictObject({
      stage: stage(),
      set: z
        .strictObject({
          isOn: z.boolean(),
          options: z.strictObject(asResults()).exactOptional(),
          isFolderAsked: z.boolean().exactOptional(),
        })
        .exactOptional(),
    }),
  'results:podium': () => z.strictObject({ stage: stage() }),
  'results:page': () =>
    z.strictObject({
      ...query(),
      offset: z.number().int().min(0).max(100_000_000),
      limit: z.number().int().min(0).max(1_000),
    }),
  'results:find': () => z.strictObject({ search: z.string().max(500), limit: z.number().int().min(0).max(200) }),
  'results:facets': () =>
    z.strictObject({
      ...query(),
      roles: z.array(rowRole()).max(50).exactOptional(),
      columns: z.array(columnName()).max(50).exactOptional(),
      find: z.string().max(200).exactOptional(),
    }),
  'stage:favourites': () =>
    z.strictObject({
      stage: stage(),
      add: z.array(z.strictObject(rowPlace())).max(1_000).exactOptional(),
      remove: z
        .array(z.union([z.strictObject(rowPlace()), z.strictObject({ key: z.string().min(1).max(1_000) })]))
        .max(1_000)
        .exactOptional(),
    }),
  'memory:read': () => z.strictObject({ stage: stage().exactOptional() }),
  'memory:save': () => z.union([z.strictObject(memory()), z.strictObject({ stage: stage(), ...stageMemory() })]),
  'stage:views': () =>
    z.strictObject({
      stage: stage(),
      save: z.strictObject({ name: name(), view: viewOfResults() }).exactOptional(),
      remove: name().exactOptional(),
    }),
  'results:person': () => z.strictObject({ category: category(), index: z.number().int().min(0).max(100_000_000) }),
  'results:picture': () =>
    z.strictObject({
      stage: stage(),
      distance: line(200).exactOptional(),
      categories: z.array(category()).max(5_000).exactOptional(),
      kind: z.enum(['times', 'arrivals']),
      person: z.strictObject(rowPlace()).exactOptional(),
    }),
  'results:audit': () => z.strictObject({ stage: stage(), categories: z.array(category()).max(5_000).exactOptional() }),
  'results:raw': () => z.strictObject({ category: category(), reply: reply().exactOptional() }),
  'reply:list': () => z.strictObject({ category: category(), limit: z.number().int().min(1).max(1_000) }),
  'reply:use': () => z.strictObject({ stage: stage(), category: category(), reply: reply() }),
  'reply:keep': () => z.strictObject({ stage: stage(), categories: z.array(category()).max(5_000) }),
  'results:mapping': () =>
    z.strictObject({ stage: stage(), distance: query().distance, categories: query().categories }),
  'results:setMapping': () =>
    z.union([
      z.strictObject({
        stage: stage(),
        signature: shapeSignature(),
        origin: url().exactOptional(),
        roles: z.array(roleCorrection()).max(1_000),
      }),
      z.strictObject({
        stage: stage(),
        signature: shapeSignature(),
        origin: url().exactOptional(),
        reset: z.literal(true),
      }),
      z.strictObject({ stage: stage(), columns: z.array(roleCorrection()).min(1).max(1_000) }),
      z.strictObject({ stage: stage(), seen: z.array(category()).min(1).max(5_000) }),
    ]),
  'results:setReading': () =>
    z.strictObject({
      stage: stage(),
      categories: z.array(category()).max(5_000).exactOptional(),
      charset: charset().nullable().exactOptional(),
      hasHeader: z.boolean().nullable().exactOptional(),
    }),
  'results:previewCharset': () => z.strictObject({ category: category(), charset: charset().nullable() }),
  'results:preflight': () => z.strictObject({ ...choice(), ...asResults(), offset: offset(), limit: limit(20_000) }),
  'results:export': () =>
    z.union([
      z.strictObject({ ...choice(), ...asResults() }),
      z.strictObject({ changes: z.strictObject(changesQuery()), ...asTable() }),
      z.strictObject({ audit: z.strictObject({ stage: stage(), categories: query().categories }), ...asTable() }),
    ]),
  'results:print': () =>
    z.strictObject({
      ...choice(),
      language: fileOptions().language,
      birthDates: fileOptions().birthDates,
      orientation: fileOptions().orientation,
      isFinal: fileOptions().isFinal,
      areProblemsLeftOut: z.boolean().exactOptional(),
    }),
  'results:changes': () =>
    z.strictObject({
      ...changesQuery(),
      afterId: changeId().exactOptional(),
      offset: offset(),
      limit: limit(1_000),
    }),
  'results:markChanges': () =>
    z.strictObject({ stage: stage(), mark: changeMark(), lastId: changeId().exactOptional() }),
  'block:list': () =>
    z.strictObject({
      profileId: profileId(),
      isRefresh: z.boolean().exactOptional(),
      fields: z
        .array(z.string().regex(/^[\p{L}_][\p{L}\p{N}_.]{0,99}$/u, 'a field name'))
        .min(1)
        .max(50)
        .exactOptional(),
      snapshot: snapshotId().exactOptional(),
      since: snapshotId().exactOptional(),
    }),
  'block:details': () =>
    z.strictObject({
      profileId: profileId(),
      id: blockTypeId(),
      snapshot: snapshotId().exactOptional(),
      isRefresh: z.boolean().exactOptional(),
      withPreview: z.boolean().exactOptional(),
    }),
  'block:export': () =>
    z.strictObject({
      profileId: profileId(),
      id: blockTypeId().exactOptional(),
      snapshot: snapshotId().exactOptional(),
    }),
  'race:years': () => z.strictObject({ profileId: profileId(), isRefresh: z.boolean().exactOptional() }),
  'promo:preview': () =>
    z.strictObject({
      profileId: profileId(),
      race: race().exactOptional(),
      text: z.string().max(500_000),
      generate: z
        .strictObject({
          count: z.number().int().min(1).max(10_000),
          length: z.number().int().min(4).max(32),
          prefix: line(40),
          discountPercent: line(30),
        })
        .exactOptional(),
    }),
  'promo:draft': nothing,
  'promo:saveDraft': () =>
    z.strictObject({
      draft: z.strictObject({
        profileId: profileId().nullable(),
        race: z.string().max(2_000),
        text: z.string().max(500_000),
      }),
    }),
  'promo:set': () =>
    z.strictObject({
      previewId: promoPreviewId(),
      confirmedCount: z.number().int().min(0).max(20_000),
    }),
  'promo:history': () =>
    z.strictObject({
      race: race().exactOptional(),
      receipt: promoReceiptId().exactOptional(),
      export: z.enum(['ru', 'en', 'import', 'tsv', 'json']).exactOptional(),
    }),
  'call:send': () =>
    z.strictObject({
      ...callRequest(),
      profileId: profileId(),
      isConfirmed: z.boolean().exactOptional(),
      sendId: sendId().exactOptional(),
    }),
  'call:cancel': () => z.strictObject({ sendId: sendId() }),
  'call:list': () =>
    z.strictObject({ search: z.string().max(500).exactOptional(), offset: offset(), limit: limit(1_000) }),
  'call:read': () => z.strictObject({ id: callId(), view: callView() }),
  'call:save': () =>
    z.union([
      z.strictObject({ call: z.strictObject({ ...callRequest(), id: savedCallId().exactOptional(), name: name() }) }),
      z.strictObject({ file: z.string().min(1) }),
    ]),
  'call:remove': () =>
    z.union([
      z.strictObject({ id: callId() }),
      z.strictObject({ saved: savedCallId() }),
      z.strictObject({ isWholeHistory: z.literal(true) }),
    ]),
  'call:export': callExport,
  'order:lookup': () =>
    z.union([
      z.strictObject({ profileId: profileId(), text: z.string().min(1).max(200_000) }),
      z.strictObject({ refresh: z.union([guids(), z.literal('all')]) }),
    ]),
  'order:list': () =>
    z.strictObject({
      search: z.string().max(500).exactOptional(),
      sort: z
        .strictObject({
          column: z.enum(['firstSeen', 'checked', 'number', 'state', 'total', 'lines', 'changed']),
          isDescending: z.boolean().exactOptional(),
        })
        .exactOptional(),
      offset: z.number().int().min(0).max(100_000_000),
      limit: z.number().int().min(0).max(1_000),
      open: z.strictObject({ guid: guid(), look: snapshotId().exactOptional() }).exactOptional(),
      job: jobId().exactOptional(),
    }),
  'order:remove': () => z.strictObject({ guids: guids() }),
  'order:export': () =>
    z.strictObject({
      ...fileOptions(),
      format: z.enum(tableFormats),
      search: z.string().max(500).exactOptional(),
      guids: guids().exactOptional(),
    }),
  'capsule:save': () => z.strictObject({ stage: stage(), areDamagedLeftOut: z.boolean().exactOptional() }),
  'capsule:open': () =>
    z.union([
      z.strictObject({ file: receivedFileId(), name: line(1_000) }),
      z.strictObject({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'a ticket'), name: line(1_000) }),
    ]),
  'file:receive': () => z.strictObject({ id: receivedFileId(), offset: offset(), data: z.base64().max(700_000) }),
  'file:verify': () =>
    z.union([
      z.strictObject({
        file: receivedFileId(),
        name: z.string().min(1).max(1_000),
        receipt: receivedFileId().exactOptional(),
      }),
      z.strictObject({
        path: z.string().min(1).max(10_000),
        sizeBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
        sha256: sha256(),
        receipt: z.string().max(longestReceipt).exactOptional(),
      }),
    ]),
  'job:list': nothing,
  'job:cancel': () => z.strictObject({ id: jobId() }),
  'job:drag': () => z.strictObject({ id: jobId() }),
} satisfies { [K in Operation]: () => z.ZodType<Input<K>> }
