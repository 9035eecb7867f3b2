import { CallError, createClient } from '@marketplace/contracts/api/client'

/** Calls the endpoints for visitors. They require no sign-in, so no token is sent. */
export const visitorCall = createClient<'product'>({
  baseUrl: '/api/v2',
  send: (url, request) => fetch(url, { ...request, credentials: 'omit' }),
})

/** The reason why sending failed, and advice. It is shown beside the form. */
export const failureReason = (error: unknown): string => {
  if (!(error instanceof CallError)) return 'The server did not answer. Nothing is lost: look at your connection and try again.'
  switch (error.code) {
    case 'TOO_MANY_REQUESTS':
      return 'Too much was sent from your network within an hour. Nothing is lost: try again later.'
    case 'INVALID_PARAMETERS':
      return 'Something in the form was not accepted. Look at what you have entered and try again.'
    case 'EXPERT_NOT_FOUND':
    case 'CAMPAIGN_NOT_FOUND':
    case 'CAMPAIGN_WITHOUT_EXPERTS':
    case 'PROSPECT_NOT_FOUND':
    case 'PROSPECT_CLAIMED':
    case 'COMMENT_REPEATED':
      return error.message
    default:
      return 'Something failed on our side. Nothing is lost: try again in a moment.'
  }
}
