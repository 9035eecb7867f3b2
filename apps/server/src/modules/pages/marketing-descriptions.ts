/**
 * Meta descriptions by an application's id or slug, for applications whose short description is not attractive in search results. All
 * others use their short description.
 */
export const MARKETING_DESCRIPTIONS: Readonly<Record<string, string>> = {
  parcelwren:
    'Answer “where is my parcel?” in one click: live tracking for 340 carriers beside every chat. 14 days free, then $29 a month.',
  'chat-to-ticket':
    'Turn a chat into a ticket without losing a word. Free, made by the makers of both products, set up in two minutes.',
  'octavo-bots':
    'Design, test and hand over chatbots that know their limits. See what they would have said before you switch them on.',
  'agent-coaching':
    'Five weeks of coaching for support teams, on their own conversations: what to keep, what to change, and how to measure it.',
}
