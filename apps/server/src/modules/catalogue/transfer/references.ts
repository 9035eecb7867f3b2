import {
  CATEGORIES,
  FIRST_IMPORTED_CATEGORY_ID,
  LEAD_GENERATION,
  leadGenerationId,
} from '@marketplace/contracts/core/enumerations'
import type { CatalogueLine } from '@marketplace/contracts/catalogue/catalogue-line'
import { slugify } from '@marketplace/domain/slugs'
import { newId } from '../../../core/ids.ts'
import type { Queryable } from '../../../db/client.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { CategoryRecord, DeveloperRecord } from '../stored/records.ts'
import { type ClientOwners, openClientOwners } from './client-owners.ts'
import { insertCategories, insertDeveloper, loadCategories, loadDevelopers, updateDeveloper } from '../stored/repository.ts'

/** Categories, developers and OAuth clients by the names that lines use. New ones are added when their line is written. */
export type ReferenceBook = {
  categoryBySlug: Map<string, CategoryRecord>
  developerByName: Map<string, DeveloperRecord>
  developerSlugs: Set<string>
  clientOwners: ClientOwners
}

/** Inserts the built-in categories, which every marketplace has. */
export const ensureCategories = (database: Queryable, production: boolean): Promise<void> =>
  insertCategories(database, [...CATEGORIES, { id: leadGenerationId(production), ...LEAD_GENERATION }])

export const openReferenceBook = async (database: Queryable): Promise<ReferenceBook> => {
  const developers = await loadDevelopers(database)
  return {
    categoryBySlug: new Map((await loadCategories(database)).map((category) => [category.slug, category])),
    developerByName: new Map(developers.map((developer) => [nameKey(developer.name), developer])),
    developerSlugs: new Set(developers.map(({ slug }) => slug)),
    clientOwners: await openClientOwners(database),
  }
}

// Must match the unique index on developers.
const nameKey = (name: string) => name.toLowerCase()

export const findDeveloperId = (book: ReferenceBook, name: string): string | null =>
  book.developerByName.get(nameKey(name))?.id ?? null

/** Creates the category and the developer of this line if they are new, and fills in missing facts of the developer. */
export const ensureReferences = async (
  transaction: Transaction,
  book: ReferenceBook,
  line: CatalogueLine,
  now: Date,
): Promise<void> => {
  if (line.category && !book.categoryBySlug.has(line.category.slug)) {
    const taken = [...book.categoryBySlug.values()].map(({ id }) => id)
    const category = {
      id: Math.max(FIRST_IMPORTED_CATEGORY_ID - 1, ...taken) + 1,
      slug: line.category.slug,
      name: line.category.name ?? line.category.slug,
    }
    await insertCategories(transaction, [category])
    book.categoryBySlug.set(category.slug, category)
  }
  if (line.company) await ensureDeveloper(transaction, book, line.company, now)
}

const ensureDeveloper = async (
  transaction: Transaction,
  book: ReferenceBook,
  company: NonNullable<CatalogueLine['company']>,
  now: Date,
): Promise<void> => {
  const known = book.developerByName.get(nameKey(company.name))
  const told = {
    description: company.description ?? known?.description ?? null,
    country: company.country ?? known?.country ?? null,
    // Applications of one developer may name different sites. The first site is kept.
    website: known?.website ?? company.website ?? null,
    email: known?.email ?? company.email ?? null,
  }
  if (!known) {
    const developer = {
      id: newId(),
      slug: freeSlug(company.name, book.developerSlugs),
      name: company.name,
      organizationId: null,
      createdAt: now,
      ...told,
    }
    await insertDeveloper(transaction, developer)
    book.developerSlugs.add(developer.slug)
    book.developerByName.set(nameKey(company.name), developer)
    return
  }
  if ((Object.keys(told) as (keyof typeof told)[]).some((field) => told[field] !== known[field])) {
    await updateDeveloper(transaction, known.id, told)
    book.developerByName.set(nameKey(company.name), { ...known, ...told })
  }
}

const freeSlug = (name: string, taken: ReadonlySet<string>): string => {
  const base = slugify(name) || 'developer'
  for (let number = 1; ; number++) {
    const slug = number === 1 ? base : `${base}-${number}`
    if (!taken.has(slug)) return slug
  }
}
