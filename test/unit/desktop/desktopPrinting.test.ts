import { expect, it } from 'vitest'
import { answerPrint, isPrintRequest, printOutcome } from '../../../main/desktop/print/printPage.ts'

it('loads its page and nothing else', () => {
  expect(isPrintRequest('print://page/Ab-12_x')).toBe(true)
  for (const url of [
    'https://page/x',
    'file:///etc/passwd',
    'app://racedesk/',
    'print://pages/x',
    'data:text/html,x',
  ]) {
    expect(isPrintRequest(url)).toBe(false)
    expect(answerPrint({ method: 'GET', url }, () => 'anything')).toMatchObject({ status: 404, html: null })
  }
})

it('loads the page of a ticket under a policy against scripts, whatever the response', () => {
  const claim = (ticket: string): string | null => (ticket === 'Ab-12_x' ? '<p>shown' : null)
  const policy = expect.stringContaining("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
  const headers = expect.objectContaining({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' })
  const ask = (method: string, url: string) => answerPrint({ method, url }, claim)
  expect(ask('GET', 'print://page/Ab-12_x')).toEqual({ status: 200, html: '<p>shown', headers })
  expect(ask('GET', 'print://page/other')).toEqual({ status: 404, html: null, headers })
  expect(ask('POST', 'print://page/Ab-12_x')).toEqual({ status: 405, html: null, headers })
})

it('distinguishes a closed dialog from a missing printer', () => {
  expect(printOutcome(true, '')).toEqual({ ok: true, value: null })
  expect(printOutcome(false, 'Print job canceled')).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect(printOutcome(false, 'Invalid printer settings')).toMatchObject({
    error: { kind: 'not-printed', reason: 'failed' },
  })
})
