import type { Conversation } from './conversations.ts'
import { CONVERSATIONS } from './conversations.ts'
import { html, type Html } from './html.ts'
import { icon } from './icons.ts'
import type { HostProduct } from './products.ts'
import type { Shown } from './shown.ts'

const initials = (name: string): string =>
  name
    .split(' ')
    .map((part) => part.slice(0, 1))
    .join('')
    .slice(0, 2)

/** The first heading of a page is its h1. */
const heading = (text: string, isFirst: boolean): Html =>
  isFirst ? html`<h1 class="heading">${text}</h1>` : html`<h2 class="heading">${text}</h2>`

const avatar = (name: string): Html =>
  html`<span class="avatar tone-${name.length % 5}" aria-hidden="true">${initials(name)}</span>`

const line = (base: string, each: Conversation, open: Conversation | null): Html =>
  html`<li>
    <a class="conversation" href="${base}/${each.id}" ${each === open ? html` aria-current="true"` : null}>
      ${avatar(each.name)}<span class="conversation-text"><strong>${each.name}</strong><span>${each.topic}</span></span>
      <span class="conversation-facts"
        ><time>${each.at}</time
        >${each.unread > 0 ? html`<span class="count">${each.unread}<span class="unseen"> unread</span></span>` : each.status ? html`<span class="status ${each.status.toLowerCase()}">${each.status}</span>` : null}</span
      >
    </a>
  </li>`

const message = ({ from, text, at }: Conversation['messages'][number], { name }: Conversation): Html =>
  html`<li class="message ${from}">
    <p class="message-by">${from === 'agent' ? 'You' : name} <time>${at}</time></p>
    <p class="bubble">${text}</p>
  </li>`

const fact = (label: string, value: string): Html | null =>
  value
    ? html`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`
    : null

const details = (product: HostProduct, open: Conversation): Html =>
  html`<aside class="details" id="details" aria-label="Details">
    <header class="details-head">
      ${avatar(open.name)}
      <div>
        <h2>${open.name}</h2>
        <p>${open.place}</p>
      </div>
      <a class="only-narrow icon-button" href="#main" aria-label="Close the details">${icon('close')}</a>
    </header>
    <section class="section">
      <h3>About this ${product.conversations.one}</h3>
      <dl>
        ${fact('Email', open.email)}${fact('Phone', open.phone)}${fact('Topic', open.topic)}${fact('Status', open.status ?? '')}${fact('Tags', open.tags.join(', '))}
      </dl>
    </section>
    <div data-slot="details" aria-live="polite"></div>
  </aside>`

const thread = (product: HostProduct, open: Conversation, isChosen: boolean): Html =>
  html`<section class="thread" aria-label="${open.topic}">
    <header class="thread-head">
      <a class="only-narrow icon-button" href="${product.conversations.path}" aria-label="${product.conversations.label}"
        >${icon('back')}</a
      >
      <div>
        ${heading(open.name, isChosen)}
        <p>${open.topic}</p>
      </div>
      <a class="only-narrow icon-button" href="#details" aria-label="Details">${icon('panel')}</a>
    </header>
    <ol class="messages" tabindex="0" aria-label="Messages">
      ${open.messages.map((each) => message(each, open))}
    </ol>
    <form class="composer" data-composer>
      <div class="composer-apps" data-slot="message-box"></div>
      <label class="unseen" for="reply">Reply to ${open.name}</label>
      <textarea id="reply" name="reply" rows="2" maxlength="10000" placeholder="Write a reply …"></textarea>
      <div class="composer-foot">
        <button
          type="button"
          class="icon-button"
          data-picker
          aria-expanded="false"
          aria-label="Applications for this message"
          hidden
        >
          ${icon('grid')}
        </button>
        <button type="submit" class="button primary">${icon('send')}Send</button>
      </div>
    </form>
  </section>`

export const conversationsScreen = (product: HostProduct, chosen: Conversation | null): Shown => {
  const all = CONVERSATIONS[product.name]
  const { label, path, one } = product.conversations
  // Wide screens show the first conversation beside the list.
  const open = chosen ?? all[0] ?? null
  return {
    title: chosen ? `${chosen.name}: ${chosen.topic}` : label,
    body: html`<div class="panes${chosen ? ' has-open' : ''}">
      <section class="list" aria-label="${label}">
        <header class="list-head">${heading(label, !chosen)}<span class="count">${all.length}</span></header>
        <ul>
          ${all.map((each) => line(path, each, open))}
        </ul>
      </section>
      ${open ? [thread(product, open, chosen !== null), details(product, open)] : null}
    </div>`,
    data: { conversation: open, one },
  }
}
