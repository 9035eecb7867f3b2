/** The widths in px that pictures are served in. Other widths are refused, because each one is stored on the disk. */
export const PICTURE_WIDTHS = [64, 128, 256, 480, 960, 1600] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The longer side of a stored picture, at most. */
export const MASTER_SIZE = 1600

/** The size in px of the picture that social networks show beside a link. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

/** The path of a picture in a width. */
export const picturePath = (id: string, width: PictureWidth): string => `/pictures/${id}/${width}.webp`

/** The path of a picture for social networks (og:image). */
export const socialPicturePath = (id: string): string => `/pictures/${id}/social.png`

/** `srcset` for the widths that the picture has; null if it has only one. */
export const pictureSrcset = (id: string, ownWidth: number, widths: readonly PictureWidth[]): string | null => {
  const fitting = widths.filter((width, index) => index === 0 || width <= ownWidth)
  return fitting.length < 2 ? null : fitting.map((width) => `${picturePath(id, width)} ${width}w`).join(', ')
}
