import { describe, expect, it } from 'vitest'
import { answerPrint, isPrintRequest, printOutcome, printPreferences } from '../../../main/desktop/print/printPage.ts'

describe('the window that lays pages out', () => {
  it('can do less than the one of the app: no script, no preload', () => {
    const preferences = printPreferences()
    expect(preferences).toMatchObject({
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      devTools: false,
    })
    expect(preferences).not.toHaveProperty('preload')
  })

  it('fetches its page and nothing else', () => {
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

  it('gets the page of a ticket with a policy that lets nothing run, whatever the answer', () => {
    const claim = (ticket: string): string | null => (ticket === 'Ab-12_x' ? '<p>shown' : null)
    const policy = expect.stringContaining("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'")
    const headers = expect.objectContaining({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' })
    const ask = (method: string, url: string) => answerPrint({ method, url }, claim)
    expect(ask('GET', 'print://page/Ab-12_x')).toEqual({ status: 200, html: '<p>shown', headers })
    expect(ask('GET', 'print://page/other')).toEqual({ status: 404, html: null, headers })
    expect(ask('POST', 'print://page/Ab-12_x')).toEqual({ status: 405, html: null, headers })
  })

  it('tells a closed dialog from a printer that cannot be had', () => {
    expect(printOutcome(true, '')).toEqual({ ok: true, value: null })
    expect(printOutcome(false, 'Print job canceled')).toEqual({ ok: false, error: { kind: 'cancelled' } })
    expect(printOutcome(false, 'Invalid printer settings')).toMatchObject({
      error: { kind: 'not-printed', reason: 'failed' },
    })
  })
})
