import { monogram } from '@marketplace/domain/monogram'

/** The path of an application's icon on this origin, or a monogram. Pictures of other origins are not shown. */
export const applicationIcon = ({ icon, name }: { icon: string | null; name: string }) => {
  const path = icon === null ? undefined : URL.parse(icon)?.pathname
  return path?.startsWith('/pictures/')
    ? { kind: 'image' as const, image: { src: path, srcset: null } }
    : { kind: 'monogram' as const, ...monogram(name, null) }
}
