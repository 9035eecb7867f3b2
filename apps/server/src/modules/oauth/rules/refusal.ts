import type { Explanation } from '../../accounts/index.ts'

/** Why an authorization fails, in the names that published clients know. */
export type Refusal =
  | { oauth_exception: OAuthException; exception_details?: ExceptionDetails }
  | {
      identity_exception: 'unauthorized' | 'identity_lost' | 'access_denied'
      exception_details?: 'account_suspended' | 'payment_needed'
    }

type OAuthException =
  | 'invalid_request'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'server_error'
  | 'temporarily_unavailable'

type ExceptionDetails = 'client_id_not_found' | 'redirect_uri_not_set' | 'invalid_redirect_uri' | 'too_many_redirects'

const EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  // The product prescribes the wording of the texts of invalid_request (first half), unauthorized_client, access_denied,
  // unsupported_response_type and unauthorized.
  invalid_request: {
    title: 'This request to sign in is not valid',
    text: 'The SDK may be loaded on a domain that is not allowed, or a part of the request is missing.',
    next: 'The developer of the application has to compare its address with the registered addresses.',
  },
  unauthorized_client: {
    title: 'We do not know this application',
    text: 'The client was not found or is misconfigured.',
    next: 'Open the application again from where you found it. If that does not help, tell its developer.',
  },
  access_denied: {
    title: 'This account has no access',
    text: 'The app is probably installed on another account.',
    next: 'Sign in with the account that it is installed on, or ask the owner of yours.',
  },
  unsupported_response_type: {
    title: 'This application asks for a response type that it may not use',
    text: 'It asked with a wrong response type.',
    next: 'The developer of the application has to request a response type that is registered for it.',
  },
  invalid_scope: {
    title: 'This application asks for more than it may',
    text: 'It asked for a permission that it is not registered for.',
    next: 'The developer of the application has to request fewer permissions, or to register this one.',
  },
  unauthorized: {
    title: 'We could not tell who you are',
    text: 'Your identity is unknown, or your consent is missing.',
    next: 'Sign in, and agree to what the application asks for.',
  },
  identity_lost: {
    title: 'Your account belongs to no organization any more',
    text: 'It was removed from its last organization.',
    next: 'Sign in with another account, or ask the owner of the organization.',
  },
  account_suspended: {
    title: 'Your account is suspended',
    text: 'It was suspended in this organization.',
    next: 'Sign in with another account, or ask the owner of the organization.',
  },
  payment_needed: {
    title: 'This application waits for a payment',
    text: 'Your organization has not paid for it, so it does not work at present. Nothing was lost.',
    next: 'Ask the person who pays for your organization to add a payment card.',
  },
  temporarily_unavailable: {
    title: 'This application signs you in too often',
    text: 'It has asked for access many times within a minute, so we have stopped it. Nothing was lost.',
    next: 'Wait a few seconds and open the application again. If that does not help, tell its developer.',
  },
  too_many_redirects: {
    title: 'You were sent here and back too often',
    text: 'The application sends you here again and again, so we have stopped it. Nothing was lost.',
    next: 'Wait half a minute and open the application again. If that does not help, tell its developer.',
  },
}

const SOMETHING_ELSE: Explanation = {
  title: 'Signing in did not work',
  text: 'Something went wrong on our side.',
  next: 'Try again in a moment.',
}

/** The name of a refusal, as one word. */
export const refusalName = (refusal: Refusal): string =>
  'identity_exception' in refusal ? refusal.identity_exception : refusal.oauth_exception

/** The text about a refusal that people read. */
export const explain = (refusal: Refusal): Explanation =>
  ('exception_details' in refusal && EXPLANATIONS[refusal.exception_details ?? '']) ||
  EXPLANATIONS[refusalName(refusal)] ||
  SOMETHING_ELSE
