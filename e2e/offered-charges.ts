// Does what a sample application would do: asks its customer for consent, and creates charges.
import type { Page } from '@playwright/test'
import { accountsUrl } from './people.ts'
import { expect } from './test.ts'

export const sampleApps = (baseURL: string | undefined) => {
  const url = new URL(baseURL ?? '')
  return `http://localhost:${Number(url.port) + 3}`
}

/** A token of an application's own client for the signed-in person, who consents. */
export const applicationToken = async (page: Page, baseURL: string | undefined): Promise<string> => {
  const back = `${sampleApps(baseURL)}/back`
  await page.route(`${sampleApps(baseURL)}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>An app</title><link rel="icon" href="data:,">' }),
  )
  const query = new URLSearchParams({ client_id: 'demo-js-client', response_type: 'token', redirect_uri: back, state: 's' })
  await page.goto(`${accountsUrl(baseURL)}/?${query}`)
  const agree = page.getByRole('button', { name: 'Agree and continue' })
  await expect(async () => {
    if (await agree.isVisible()) await agree.click()
    expect(page.url()).toContain(back)
  }).toPass()
  return new URLSearchParams(new URL(page.url()).hash.slice(1)).get('access_token') ?? ''
}

export const offer = async (
  page: Page,
  token: string,
  type: 'direct_charge' | 'recurrent_charge',
  body: object,
  product = 'livechat',
) => {
  const answer = await page.request.post(`/billing/v3/${type}/${product}`, {
    headers: { authorization: `Bearer ${token}` },
    data: body,
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()) as { id: string; confirmation_url: string }
}
