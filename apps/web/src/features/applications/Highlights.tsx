import type { HomePage } from '@marketplace/contracts/pages/lists'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconTile } from '../../ui/IconTile.tsx'
import { markAsUsed, useSharedIcon } from '../../ui/use-shared-icon.ts'
import { VerifiedSign } from '../../ui/VerifiedSign.tsx'
import { PriceLine } from './PriceLine.tsx'
import { Link } from '../../ui/Link.tsx'

type Highlight = HomePage['highlights'][number]

/** The application's colour as a background behind its picture. An attribute sets it, since the page's policy forbids inline styles. */
const Wall = ({ colour, soft = false }: { colour: string; soft?: boolean }) => (
  <>
    <svg aria-hidden className={classNames('absolute inset-0 size-full', soft && 'opacity-18 dark:opacity-35')}>
      <rect width="100%" height="100%" fill={colour} />
    </svg>
    {!soft && <span className="absolute inset-0 bg-linear-to-br from-white/25 via-transparent to-black/20" />}
  </>
)

const Label = ({ text }: { text: string }) => <p className="text-xs text-muted">{text}</p>

/** The application of the week: text on one side, its picture on a coloured background on the other. */
export const LeadHighlight = ({ highlight: { label, card, image, colour } }: { highlight: Highlight }) => {
  const key = `lead/${card.id}`
  const shared = useSharedIcon(card.href, key)
  return (
    <Card as="article" interactive className="flex h-full flex-col overflow-hidden rounded-panel md:flex-row">
      <div className="order-last flex flex-col p-6 md:order-none md:w-[46%] md:p-8">
        <Label text={label} />
        <div className="mt-auto pt-6 md:pt-16">
          <IconTile icon={card.icon} size="highlight" eager className={shared} />
          <h3 className="mt-5 text-2xl font-semibold">
            <Link to={card.href} viewTransition onClick={() => markAsUsed(key)} className="stretched">
              {card.name}
            </Link>{' '}
            {card.badges.includes('verified') && <VerifiedSign />}
          </h3>
          {card.developer && <p className="text-sm text-muted">{card.developer}</p>}
          <p className="mt-3 line-clamp-3 text-base">{card.shortDescription}</p>
          <p className="mt-4 text-sm">
            <PriceLine price={card.price} />
          </p>
        </div>
      </div>
      <div className="relative h-52 grow overflow-hidden sm:h-72 md:h-auto md:min-h-96">
        <Wall colour={colour} />
        {image ? (
          <img
            src={image.src}
            {...(image.srcset && { srcSet: image.srcset, sizes: '(min-width: 768px) 640px, 90vw' })}
            width={image.width}
            height={image.height}
            alt=""
            className="absolute top-8 left-8 h-full w-full rounded-tl-card object-cover object-left-top shadow-lift md:top-12 md:left-12"
          />
        ) : (
          <span className="absolute inset-0 grid place-items-center">
            <IconTile icon={card.icon} size="page" eager className="shadow-lift" />
          </span>
        )}
      </div>
    </Card>
  )
}

/** A smaller highlight: the icon on a coloured background, with name and description beside it. */
export const Highlight = ({ highlight: { tag, label, card, colour }, tall }: { highlight: Highlight; tall?: boolean }) => {
  const key = `${tag}/${card.id}`
  const shared = useSharedIcon(card.href, key)
  return (
    <Card as="article" interactive className="flex h-full overflow-hidden rounded-panel">
      <div
        className={classNames(
          'relative grid w-24 shrink-0 place-items-center overflow-hidden sm:w-28',
          tall && 'lg:w-24 xl:w-36',
        )}
      >
        <Wall colour={colour} soft />
        <IconTile icon={card.icon} size="highlight" eager className={classNames('shadow-lift', shared)} />
      </div>
      <div className="flex min-w-0 flex-col justify-center p-5">
        <Label text={label} />
        <h3 className="mt-1 line-clamp-2 text-lg leading-6 font-semibold">
          <Link to={card.href} viewTransition onClick={() => markAsUsed(key)} className="stretched">
            {card.name}
          </Link>{' '}
          {card.badges.includes('verified') && <VerifiedSign />}
        </h3>
        <p className="mt-1.5 line-clamp-2 text-sm text-muted">{card.shortDescription}</p>
        <p className="mt-2.5 text-sm">
          <PriceLine price={card.price} />
        </p>
      </div>
    </Card>
  )
}
