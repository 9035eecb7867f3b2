/** An answer of the accounts server in the address, or a token in a link. */
export type AddressAnswer = { token: string | null; code: string | null; state: string; error: string; frenzied: boolean }

/** Reads a fragment with a token, or a query with an answer. */
export const readAddressAnswer = (text: string): AddressAnswer => {
  const values = new URLSearchParams(text.slice(1))
  const isToken = text.startsWith('#')
  return {
    token: isToken ? values.get('access_token') : null,
    code: isToken ? null : values.get('code') || null,
    state: values.get('state') ?? '',
    error: isToken ? '' : (values.get('error') ?? ''),
    frenzied: values.get('frenzied') === '1',
  }
}
