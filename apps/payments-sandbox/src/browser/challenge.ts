// The bank's page, in a frame of the sandbox's own origin.
;(() => {
  const shop = document.documentElement.dataset.shop ?? ''
  const tell = (type: string) => parent.postMessage({ sandbox: true, type, height: document.documentElement.offsetHeight }, shop)
  if ('done' in document.body.dataset) return tell('done')
  document.querySelector<HTMLElement>('h1')?.focus()
  const close = document.querySelector<HTMLElement>('#close')
  if (parent !== window && close) {
    close.hidden = false
    close.addEventListener('click', () => tell('close'))
    // A dialog around a frame does not hear the keys in it.
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape') tell('close')
    })
  }
  // Also once its letters and colours are there.
  new ResizeObserver(() => tell('ready')).observe(document.documentElement)
})()
