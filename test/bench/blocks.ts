import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Gate } from '../../main/gate/gate.ts'
import { benchFirstRows } from './firstRows.ts'
import type { BenchLine } from './report.ts'

const count = 2_000

const listBody = (): string => {
  const items = Array.from({ length: count }, (_, index) => ({
    id: 1_000 + index,
    displayName: `Блок ${index} с названием средней длины`,
    groupName: `Группа ${String(Math.floor(index / 50)).padStart(2, '0')}`,
    isModificator: index % 9 === 0,
    orderPriority: (index % 50) * 10,
  }))
  return JSON.stringify({ isSuccess: true, message: null, data: { items, total: count, offset: 0, limit: count } })
}

/** Fetched once from a service that is gone when the list is opened. */
const fetchList = async (gate: Gate): Promise<void> => {
  const body = listBody()
  const service = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const profile = await gate.call('profile:save', { profile: { name: 'Organizer', baseUrl, resultsUrl: null } })
  if (!profile.ok) throw new Error(profile.error.kind)
  const list = await gate.call('block:list', { profileId: profile.value.id, isRefresh: true })
  if (!list.ok) throw new Error(list.error.kind)
  service.closeAllConnections()
  service.close()
}

/** The "blocks" row: a stored list of 2,000 block types in the browser face, against its limit. */
export const benchBlocks = (): Promise<readonly BenchLine[]> =>
  benchFirstRows({
    row: 'blocks: first rows of 2,000 stored',
    link: '#/blocks',
    rows: count,
    prepare: fetchList,
  })
