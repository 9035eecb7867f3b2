import type { Layout, Query } from '../../accounts/index.ts'
import { authorizationQuery } from '../rules/query.ts'
import type { ReturnPath } from '../rules/read-request.ts'

/** The data that every form of an authorization needs: the query to continue with and the client. */
export type FormContext = {
  publicUrl: string
  /** The query of the authorization. Every address in the page contains it. */
  query: string
  client: { name: string; trusted: boolean }
  /** The origin to which the answer is sent. */
  leadsTo: string
  inPopup: boolean
}

export const formContext = (publicUrl: string, query: Query, { client, redirectUri, by }: ReturnPath): FormContext => ({
  publicUrl,
  query: authorizationQuery(query),
  client,
  leadsTo: new URL(redirectUri).origin,
  inPopup: by === 'message',
})

/** The layout of every form of an authorization. */
export const formLayout = (title: string, { publicUrl, inPopup }: FormContext): Layout => ({
  title,
  publicUrl,
  inPopup,
  formLeads: inPopup ? 'here' : 'away',
})
