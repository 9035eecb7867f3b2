import { classNames } from './class-names.ts'
import { Monogram } from './Monogram.tsx'

const sizes = {
  small: { px: 28, className: 'size-7 rounded-[7px]' },
  card: { px: 52, className: 'size-13 rounded-[12px]' },
  highlight: { px: 64, className: 'size-16 rounded-[15px]' },
  mosaic: { px: 80, className: 'size-20 rounded-[20px]' },
  page: { px: 96, className: 'size-18 rounded-[18px] sm:size-24 sm:rounded-[22px]' },
}

type Tile =
  | { kind: 'image'; image: { src: string; srcset: string | null } }
  | { kind: 'monogram'; letters: string; colour: string; ink: string }

type Props = { icon: Tile; size: keyof typeof sizes; eager?: boolean; className?: string | undefined }

/** An icon or logo; letters if there is none. Uploaded pictures are made for a white background, so they have one in both themes. */
export const IconTile = ({ icon, size, eager = false, className }: Props) => {
  const { px, className: sizeClass } = sizes[size]
  return (
    <span className={classNames('relative block shrink-0 overflow-hidden bg-white', sizeClass, className)}>
      {icon.kind === 'image' ? (
        <img
          src={icon.image.src}
          {...(icon.image.srcset && { srcSet: icon.image.srcset, sizes: `${px}px` })}
          width={px}
          height={px}
          alt=""
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          className="size-full object-contain"
        />
      ) : (
        <Monogram letters={icon.letters} colour={icon.colour} ink={icon.ink} />
      )}
      <span className="absolute inset-0 rounded-[inherit] ring-1 ring-black/8 ring-inset dark:ring-white/10" />
    </span>
  )
}
