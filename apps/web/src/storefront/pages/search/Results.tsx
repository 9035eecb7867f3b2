import type { CardData } from '@marketplace/contracts/pages/parts'
import type { SearchPage } from '@marketplace/contracts/pages/lists'
import { useContext } from 'react'
import { ApplicationCard } from '../../../features/applications/ApplicationCard.tsx'
import { Marked, markedHtml } from '../../../features/search/Marked.tsx'
import { ServerRenderContext, slotMark } from '../../../lib/server-render.ts'
import { CardList } from '../../../ui/CardList.tsx'

const FIRST_SCREENFUL = 6

const isEager = (index: number): boolean => index < FIRST_SCREENFUL

/**
 * The applications and services that were found, with marked matches. The server renders each card once, with slots for its texts, because
 * only these texts depend on the search.
 */
export const Results = ({ page: { cards, marks } }: { page: SearchPage }) => {
  const server = useContext(ServerRenderContext)
  const textsOf = ({ id }: CardData) => {
    const marked = marks[id]
    if (!marked) return {}
    if (server) return { name: slotMark('name'), description: slotMark('description') }
    return { name: <Marked parts={marked.name} />, description: <Marked parts={marked.shortDescription} /> }
  }
  return (
    <CardList
      items={cards}
      layout="page"
      formOf={(index, { id }) => `result ${isEager(index) ? 'eager' : 'lazy'} ${marks[id] ? 'marked' : 'plain'}`}
      slotsOf={({ id }) => {
        const marked = marks[id]
        return marked ? { name: markedHtml(marked.name), description: markedHtml(marked.shortDescription) } : {}
      }}
    >
      {(card, index) => (
        <ApplicationCard
          card={card}
          list="list"
          heading="h2"
          eager={isEager(index)}
          className="[&_mark]:bg-transparent [&_mark]:font-semibold [&_mark]:text-accent"
          {...textsOf(card)}
        />
      )}
    </CardList>
  )
}
