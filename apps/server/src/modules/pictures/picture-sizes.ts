/** The widths a picture is served in, in px. A request for any other is refused, so that nobody can fill the disk. */
export const PICTURE_WIDTHS = [64, 128, 256, 480, 960, 1600] as const
export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

/** The largest side that is kept of a picture. */
export const MASTER_SIZE = 1600

/** What social networks show beside a link, in px. */
export const SOCIAL_SIZE = { width: 1200, height: 630 } as const

/** The address of a picture in a width, without the host. */
export const picturePath = (id: string, width: PictureWidth): string => `/pictures/${id}/${width}.webp`

/** The address of a picture as social networks show it (og:image), without the host. */
export const socialPicturePath = (id: string): string => `/pictures/${id}/social.png`

/** `srcset` for the widths that the picture has; null where one is all there is. */
export const pictureSrcset = (id: string, ownWidth: number, widths: readonly PictureWidth[]): string | null => {
  const fitting = widths.filter((width, index) => index === 0 || width <= ownWidth)
  return fitting.length < 2 ? null : fitting.map((width) => `${picturePath(id, width)} ${width}w`).join(', ')
}
