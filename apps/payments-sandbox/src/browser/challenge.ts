// The bank's page, in a frame of the sandbox's origin.
;(() => {
  const shop = document.documentElement.dataset.shop ?? ''
  const tell = (type: string) => parent.postMessage({ sandbox: true, type, height: document.documentElement.offsetHeight }, shop)
  if ('done' in document.body.dataset) return tell('done')
  const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus()
  // The shop's page gives the focus to the frame. If both pages moved it at the same time, neither might have it in the end.
  if (parent === window) focusHeading()
  else addEventListener('focus', focusHeading, { once: true })
  const close = document.querySelector<HTMLElement>('#close')
  if (parent !== window && close) {
    close.hidden = false
    close.addEventListener('click', () => tell('close'))
    // Key presses in a frame do not reach the dialog around it, so the page sends them.
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape') tell('close')
    })
  }
  // The height changes once fonts and styles have loaded, so it is sent again then.
  new ResizeObserver(() => tell('ready')).observe(document.documentElement)
})()
