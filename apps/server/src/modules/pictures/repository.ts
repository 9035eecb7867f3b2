import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/client.ts'
import { pictures } from '../../db/schema.ts'

export type PictureRecord = { id: string; width: number; height: number; format: string }

const columns = { id: pictures.id, width: pictures.width, height: pictures.height, format: pictures.format }

export const findPicture = async (database: Queryable, id: string): Promise<PictureRecord | undefined> => {
  const [picture] = await database.select(columns).from(pictures).where(eq(pictures.id, id))
  return picture
}

/** All pictures by id. A row is a few dozen bytes. */
export const loadPictures = async (database: Queryable): Promise<Map<string, PictureRecord>> => {
  const found = await database.select(columns).from(pictures)
  return new Map(found.map((picture) => [picture.id, picture]))
}

export const insertPicture = async (database: Queryable, picture: PictureRecord): Promise<void> => {
  await database.insert(pictures).values(picture).onConflictDoNothing()
}
