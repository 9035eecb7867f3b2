// The card field, in a frame of the sandbox's origin. It sends the typed values to the sandbox only.
;(() => {
  type Fault = { code?: string; param?: string; message?: string }
  const shop = document.documentElement.dataset.shop ?? ''
  const input = (id: string) => document.querySelector<HTMLInputElement>(`#${id}`) as HTMLInputElement
  const [number, expiry, cvc] = [input('number'), input('expiry'), input('cvc')]
  const fields = [number, expiry, cvc]
  const tell = (message: Record<string, unknown>) => parent.postMessage({ sandbox: true, ...message }, shop)

  const showFault = (field: HTMLInputElement, message: string) => {
    field.setAttribute('aria-invalid', String(message !== ''))
    const place = document.querySelector(`#${field.id}-wrong`)
    if (place && place.textContent !== message) place.textContent = message
  }

  const digits = (text: string) => text.replaceAll(/\D/g, '')
  const group = (text: string) =>
    /^3[47]/.test(text)
      ? text.replace(/^(\d{4})(\d{1,6})?(\d{1,5})?.*$/, '$1 $2 $3').trim()
      : (text.match(/\d{1,4}/g) ?? []).join(' ')
  /** The month and the year, of two digits each. A browser that fills the field in may write the year with four. */
  const readExpiry = (text: string) => {
    const typed = digits(text).replace(/^(\d{2})20(\d{2})$/, '$1$2')
    return { month: typed.slice(0, 2), year: typed.slice(2, 4) }
  }
  const FORMATS: readonly [HTMLInputElement, (text: string) => string][] = [
    [number, (text) => group(digits(text).slice(0, 19))],
    [
      expiry,
      (text) => {
        const { month, year } = readExpiry(/^[2-9]$/.test(text) ? `0${text}` : text)
        return year === '' ? month : `${month} / ${year}`
      },
    ],
    [cvc, (text) => digits(text).slice(0, 4)],
  ]
  for (const [field, format] of FORMATS) {
    field.addEventListener('input', () => {
      showFault(field, '')
      // Formats the value only while the cursor is at the end, because formatting moves the cursor there.
      if (field.selectionStart === field.value.length) field.value = format(field.value)
      tell({
        type: 'change',
        empty: fields.every(({ value }) => value === ''),
        complete: fields.every((each) => missing(each) === ''),
      })
    })
    field.addEventListener('blur', () => showFault(field, field.value === '' ? '' : missing(field)))
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') tell({ type: 'submit' })
    })
  }

  /** The message for an incomplete field; '' for a complete one. The sandbox's API makes all further checks. */
  const missing = (field: HTMLInputElement): string => {
    const typed = digits(field.value)
    if (field === number) return typed.length >= 12 ? '' : 'Enter the whole card number.'
    if (field === expiry) return readExpiry(field.value).year.length === 2 ? '' : 'Enter month and year.'
    return typed.length >= 3 ? '' : 'Enter the security code.'
  }
  const FIELD_OF: Readonly<Record<string, HTMLInputElement>> = { number, exp_month: expiry, exp_year: expiry, cvc }

  const createPaymentMethod = async (key: string): Promise<{ paymentMethod?: unknown; error?: Fault }> => {
    const wrong = fields.find((field) => missing(field) !== '')
    for (const field of fields) showFault(field, missing(field))
    if (wrong) {
      wrong.focus()
      return { error: { code: 'incomplete_card', message: missing(wrong) } }
    }
    const { month, year } = readExpiry(expiry.value)
    const response = await fetch('/v1/payment_methods', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({
        type: 'card',
        'card[number]': digits(number.value),
        'card[exp_month]': month,
        'card[exp_year]': year,
        'card[cvc]': digits(cvc.value),
      }),
      signal: AbortSignal.timeout(20_000),
    })
    const answer = (await response.json()) as { error?: Fault }
    if (!answer.error) return { paymentMethod: answer }
    const field = FIELD_OF[answer.error.param ?? '']
    if (field) {
      showFault(field, answer.error.message ?? 'This is not valid.')
      field.focus()
    }
    return { error: answer.error }
  }

  addEventListener('message', (event: MessageEvent<{ type?: string; call?: number; key?: string; theme?: string }>) => {
    if (event.origin !== shop || event.source !== parent) return
    const { type, call, key = '', theme = '' } = event.data
    if (type === 'focus') number.focus()
    if (type === 'theme') document.documentElement.dataset.theme = theme
    if (type === 'create')
      createPaymentMethod(key).then(
        (result) => tell({ type: 'result', call, result }),
        () =>
          tell({
            type: 'result',
            call,
            result: { error: { type: 'api_connection_error', message: 'The payment provider cannot be reached. Try again.' } },
          }),
      )
  })
  const tellHeight = () => tell({ type: 'height', height: document.documentElement.offsetHeight })
  new ResizeObserver(tellHeight).observe(document.documentElement)
  tell({ type: 'ready' })
})()
