// Every table there is, a file for each part of the marketplace.
export * from './schema/catalogue.ts'
export * from './schema/ratings.ts'
export * from './schema/partners.ts'
export * from './schema/search.ts'
export * from './schema/accounts.ts'
export * from './schema/oauth.ts'
export * from './schema/installs.ts'
export * from './schema/records.ts'
