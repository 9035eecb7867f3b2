import { html, type Html } from './html.ts'
import { icon } from './icons.ts'
import type { HostProduct } from './products.ts'
import { type Shown, waiting } from './shown.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
type Figures = { tiles: readonly [label: string, value: string, change: string][]; title: string; days: readonly number[] }

const FIGURES: Readonly<Record<HostProduct['name'], Figures>> = {
  livechat: {
    title: 'Chats a day',
    tiles: [
      ['Chats', '284', '+12 % on last week'],
      ['First answer', '38 s', '6 s faster'],
      ['Satisfaction', '94 %', '+1 point'],
    ],
    days: [42, 51, 47, 39, 58, 28, 19],
  },
  helpdesk: {
    title: 'Tickets solved a day',
    tiles: [
      ['New tickets', '163', '−4 % on last week'],
      ['Time to solve', '5 h 20 min', '40 min faster'],
      ['Reopened', '7', 'As last week'],
    ],
    days: [29, 34, 31, 27, 26, 9, 7],
  },
  text: {
    title: 'Conversations a day',
    tiles: [
      ['Conversations', '97', '+23 % on last week'],
      ['Answered within 5 min', '88 %', '+4 points'],
      ['Opted out', '2', 'As last week'],
    ],
    days: [12, 15, 13, 18, 20, 11, 8],
  },
}

const BAR = { height: 120, width: 34, gap: 18 }

const chart = ({ title, days }: Figures): Html => {
  const most = Math.max(...days)
  return html`<figure class="chart">
    <figcaption>${title}</figcaption>
    <svg
      viewBox="0 0 ${days.length * (BAR.width + BAR.gap)} ${BAR.height + 44}"
      role="img"
      aria-label="${days.map((value, index) => `${DAYS[index] ?? ''} ${value}`).join(', ')}"
    >
      ${days.map((value, index) => {
        const [x, height] = [index * (BAR.width + BAR.gap) + BAR.gap / 2, Math.round((value / most) * BAR.height)]
        return html`<rect x="${x}" y="${20 + BAR.height - height}" width="${BAR.width}" height="${height}" rx="5" /><text
            class="value"
            x="${x + BAR.width / 2}"
            y="${14 + BAR.height - height}"
            >${value}</text
          ><text x="${x + BAR.width / 2}" y="${BAR.height + 38}">${DAYS[index] ?? ''}</text>`
      })}
    </svg>
  </figure>`
}

/** The product's own figures, with the applications' reports beside them. */
export const reportsScreen = (product: HostProduct, slug: string | null): Shown => {
  const figures = FIGURES[product.name]
  return {
    title: slug === null ? 'Reports' : 'Report of an application',
    body: html`<header class="screen-head">
        <div>
          <h1>Reports</h1>
          <p>The last seven days.</p>
        </div>
      </header>
      <nav class="tabs" aria-label="Reports">
        <ul data-tabs>
          <li><a href="${product.reports}" ${slug === null ? html` aria-current="page"` : null}>Overview</a></li>
        </ul>
      </nav>
      <div data-report-filters></div>
      ${
        slug === null
          ? html`<ul class="tiles">
                ${figures.tiles.map(([label, value, change]) => html`<li class="card"><span>${label}</span><strong>${value}</strong><small>${change}</small></li>`)}
              </ul>
              <div class="card">${chart(figures)}</div>`
          : waiting('report')
      }`,
  }
}

const CAMPAIGNS: readonly [name: string, when: string, state: string, shown: string][] = [
  ['Welcome back', 'On the second visit', 'Running', '1,204 shown, 9 % answered'],
  ['Free delivery this week', 'Basket over $80', 'Running', '612 shown, 14 % answered'],
  ['Ask before they leave', 'Mouse leaves the window', 'Paused', '88 shown, 3 % answered'],
]

/** Messages to visitors, to which applications can add content. */
export const campaignsScreen = (slug: string | null): Shown => ({
  title: slug === null ? 'Campaigns' : 'Message of an application',
  body: html`<header class="screen-head"><div>${slug === null ? null : html`<p class="crumb"><a href="/campaigns">${icon('back')}Campaigns</a></p>`}<h1${slug === null ? null : html` data-application-name`}>${slug === null ? 'Campaigns' : 'Message'}</h1>
<p>${slug === null ? 'Messages that visitors get without asking.' : 'What this application adds to a campaign.'}</p></div></header>
${
  slug === null
    ? html`<ul class="rows card">
          ${CAMPAIGNS.map(
            ([name, when, state, shown]) =>
              html`<li class="row">
                <span class="row-text"><strong>${name}</strong><span>${when}</span></span
                ><span class="row-note">${shown}</span><span class="status ${state.toLowerCase()}">${state}</span>
              </li>`,
          )}
        </ul>
        <h2>From applications</h2>
        ${waiting('campaigns')}`
    : waiting('campaign')
}`,
})
