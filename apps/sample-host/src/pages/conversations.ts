import type { ProductName } from './products.ts'

type Message = { from: 'customer' | 'agent'; text: string; at: string }

/** A chat, a ticket or a text conversation. All people in it are invented. */
export type Conversation = {
  id: string
  name: string
  email: string
  phone: string
  place: string
  topic: string
  /** Set for tickets only. */
  status: string | null
  at: string
  unread: number
  tags: readonly string[]
  messages: readonly Message[]
}

const customer = (at: string, text: string): Message => ({ from: 'customer', at, text })
const agent = (at: string, text: string): Message => ({ from: 'agent', at, text })

export const CONVERSATIONS: Readonly<Record<ProductName, readonly Conversation[]>> = {
  livechat: [
    {
      id: 'mara-lindqvist',
      name: 'Mara Lindqvist',
      email: 'mara.lindqvist@example.com',
      phone: '+46 70 555 0142',
      place: 'Uppsala, Sweden',
      topic: 'Is the grey sofa in stock?',
      status: null,
      at: '10:42',
      unread: 2,
      tags: ['sales', 'returning'],
      messages: [
        customer('10:36', 'Hello! Is the grey Nordlys sofa in stock, the one with three seats?'),
        agent('10:37', 'Hi Mara, good to see you again. Let me look into the warehouse for you.'),
        agent('10:39', 'There are four left. Delivery to Uppsala takes three days.'),
        customer('10:41', 'Wonderful. Could I have it on a Saturday?'),
        customer('10:42', 'And does it come with the legs in oak?'),
      ],
    },
    {
      id: 'tomas-reyes',
      name: 'Tomás Reyes',
      email: 'tomas@reyes.example',
      phone: '+34 600 555 018',
      place: 'Valencia, Spain',
      topic: 'Invoice for March',
      status: null,
      at: '10:31',
      unread: 0,
      tags: ['billing'],
      messages: [
        customer('10:25', 'I need the invoice for March with our new VAT number.'),
        agent('10:27', 'Of course. Could you send me the number?'),
        customer('10:31', 'ES B12345674. Thank you!'),
      ],
    },
    {
      id: 'aiko-tanaka',
      name: 'Aiko Tanaka',
      email: 'aiko.tanaka@example.com',
      phone: '+81 90 5555 0110',
      place: 'Kobe, Japan',
      topic: 'Two lamps arrived, one is missing',
      status: null,
      at: '10:18',
      unread: 1,
      tags: ['delivery'],
      messages: [
        customer('10:15', 'My parcel came today, but only two of the three lamps are in it.'),
        agent('10:17', 'I am sorry about that. Which one is missing?'),
        customer('10:18', 'The small one for the desk.'),
      ],
    },
    {
      id: 'visitor-4821',
      name: 'Visitor 4821',
      email: '',
      phone: '',
      place: 'Leeds, United Kingdom',
      topic: 'Looking at “Oak tables”',
      status: null,
      at: '09:57',
      unread: 0,
      tags: [],
      messages: [customer('09:57', 'Do you ship to Ireland?')],
    },
  ],
  helpdesk: [
    {
      id: 'T-2041',
      name: 'Priya Raman',
      email: 'priya@raman.example',
      phone: '+44 20 5550 0137',
      place: 'London, United Kingdom',
      topic: 'Refund for order 88213 has not arrived',
      status: 'Open',
      at: '09:12',
      unread: 1,
      tags: ['refund', 'priority'],
      messages: [
        customer(
          'Yesterday, 16:20',
          'Dear team,\n\nI sent back the chairs of order 88213 on the 3rd. The refund should have been here last week. Could you check?\n\nBest, Priya',
        ),
        agent(
          'Yesterday, 17:02',
          'Dear Priya,\n\nthe chairs are here and checked. I have asked our bank what keeps the refund.\n\nJonas',
        ),
        customer('09:12', 'Thank you, Jonas. My bank says nothing is on its way. Can you send me a reference?'),
      ],
    },
    {
      id: 'T-2038',
      name: 'Owen Achterberg',
      email: 'owen@achterberg.example',
      phone: '',
      place: 'Ghent, Belgium',
      topic: 'Change of the delivery address',
      status: 'Pending',
      at: '08:47',
      unread: 0,
      tags: ['delivery'],
      messages: [
        customer('08:31', 'We move on Friday. Please send everything to the new address from then on.'),
        agent('08:47', 'With pleasure. Could you confirm the street and number?'),
      ],
    },
    {
      id: 'T-2031',
      name: 'Salma Idrissi',
      email: 'salma@idrissi.example',
      phone: '',
      place: 'Rabat, Morocco',
      topic: 'Manual for the Vinter shelf',
      status: 'Solved',
      at: 'Monday',
      unread: 0,
      tags: ['product'],
      messages: [
        customer('Monday, 11:04', 'The manual in the box was for another shelf. Do you have the right one?'),
        agent('Monday, 11:20', 'Here it is, and I have told the warehouse. Sorry for the trouble!'),
      ],
    },
  ],
  text: [
    {
      id: 'lena',
      name: 'Lena Brandt',
      email: 'lena.brandt@example.com',
      phone: '+49 151 5555 0199',
      place: 'Bremen, Germany',
      topic: 'Can I pick it up today?',
      status: null,
      at: '11:03',
      unread: 1,
      tags: ['pick-up'],
      messages: [
        agent('10:58', 'Your order is ready. We are open until 19:00.'),
        customer('11:03', 'Can I pick it up today? I can be there at six.'),
      ],
    },
    {
      id: 'joao',
      name: 'João Prates',
      email: '',
      phone: '+351 91 555 0127',
      place: 'Porto, Portugal',
      topic: 'Great, thank you!',
      status: null,
      at: '09:40',
      unread: 0,
      tags: [],
      messages: [agent('09:38', 'The driver is ten minutes away.'), customer('09:40', 'Great, thank you!')],
    },
  ],
}
