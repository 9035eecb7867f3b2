/**
 * The table of error codes: HTTP status and message for people. docs/product/apis.md, Errors, says what the statuses mean and which messages
 * keep their exact words.
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: 'The request is malformed.' },
  INVALID_PARAMETERS: { status: 400, message: 'Some of the parameters are not valid.' },
  UNAUTHORIZED: { status: 401, message: 'Sign in to do this.' },
  TOKEN_INVALID: { status: 401, message: 'Cannot fetch info or token is invalid' },
  INVALID_GRANT: { status: 400, message: 'The code or refresh token is invalid, expired or already used.' },
  INVALID_CLIENT: { status: 401, message: 'The client is unknown, or its secret is wrong.' },
  UNSUPPORTED_GRANT_TYPE: { status: 400, message: 'The grant type is neither authorization_code nor refresh_token.' },
  FORBIDDEN: { status: 403, message: 'You do not have permission to do this.' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  APPLICATION_NOT_FOUND: { status: 404, message: 'There is no such application.' },
  DEVELOPER_NOT_FOUND: { status: 404, message: 'There is no such developer.' },
  EXPERT_NOT_FOUND: { status: 404, message: 'There is no such expert.' },
  INDEX_NOT_FOUND: { status: 404, message: 'There is no such index.' },
  ACCOUNT_NOT_FOUND: { status: 404, message: 'There is no such account.' },
  CLIENT_NOT_FOUND: { status: 404, message: 'There is no such client.' },
  NOT_INSTALLED: { status: 404, message: 'Application is not installed.' },
  ALREADY_INSTALLED: { status: 409, message: 'Application is already installed.' },
  INSTALL_NOT_ALLOWED: { status: 403, message: 'You do not have enough permissions to install applications.' },
  INSTALL_OWNER_ONLY: { status: 403, message: 'To install contact the owner of the {product} license.' },
  INSTALL_NEEDS_BILLING: {
    status: 403,
    message: 'In this organization only those with a billing permission install applications.',
  },
  INSTALL_NEEDS_SCOPES: {
    status: 403,
    message: 'This application requires permissions that you do not have: {permissions}.',
  },
  NOT_AMONG_AGENTS: {
    status: 403,
    message: 'An administrator of your organization has chosen who uses this application, and you are not among them.',
  },
  PLAN_TEAM_NEEDED: { status: 422, message: 'This app is currently available only for Team and higher plans' },
  PLAN_BUSINESS_NEEDED: { status: 422, message: 'This app is currently available only for Business and Enterprise plans' },
  PLAN_ENTERPRISE_NEEDED: { status: 422, message: 'This app is currently available only for the Enterprise plan' },
  LICENSE_INACTIVE: {
    status: 422,
    message: 'Your {product} license is inactive. Go to {product} app and activate it.',
  },
  UNDER_MAINTENANCE: { status: 422, message: 'This application is under maintenance and cannot be installed right now.' },
  NOT_INSTALLABLE: { status: 422, message: 'This application cannot be installed from here.' },
  PAYMENT_DUE: { status: 402, message: 'This application has to be bought before it can be installed.' },
  NOT_FOR_SALE: { status: 422, message: 'This application has no price: install it instead.' },
  OWN_APPLICATION: {
    status: 422,
    message: 'You cannot buy your own app. If you want to install it, go to Developer Console.',
  },
  OWN_SERVICE: {
    status: 422,
    message: 'You cannot buy your own service. If you want to install it, go to Developer Console.',
  },
  ALREADY_BOUGHT: { status: 409, message: 'Your organization has bought this application already.' },
  PLAN_NOT_FOUND: { status: 404, message: 'The application has no such plan.' },
  CART_NOT_FOUND: { status: 404, message: 'There is no such cart.' },
  CART_EMPTY: { status: 422, message: 'The cart is empty.' },
  CART_FULL: { status: 422, message: 'A cart holds 50 applications at most.' },
  CART_PURCHASED: { status: 409, message: 'This cart was purchased already.' },
  CART_CLOSED: { status: 409, message: 'This cart was closed.' },
  PRODUCTS_CART_CHECKOUT_STARTED: {
    status: 409,
    message: 'Your cart is currently blocked by the unfinished checkout process. Try again later.',
  },
  PRODUCTS_CART_CHECKSUM: {
    status: 409,
    message: 'Your cart is currently blocked by the unfinished checkout process. Try again later.',
  },
  TOTAL_TOO_SMALL: { status: 422, message: 'A payment has to be at least $0.50.' },
  COUPON_NOT_FOUND: { status: 404, message: 'There is no such coupon.' },
  COUPON_EXPIRED: { status: 422, message: 'This coupon is not valid any more.' },
  COUPON_USED_UP: { status: 422, message: 'This coupon was used as often as it allows.' },
  CHARGE_NOT_FOUND: { status: 404, message: "This transaction doesn't exist." },
  CHARGE_STATE: { status: 422, message: 'The charge is {state}, so this cannot be done with it.' },
  PAYMENT_RUNNING: { status: 409, message: 'A payment for this is still on its way. Try again in a moment.' },
  PRICE_CHANGED: { status: 409, message: 'The price has changed since it was shown. Nothing was charged.' },
  CARD_NEEDED: { status: 422, message: 'A payment card is needed for this.' },
  CARD_DECLINED: {
    status: 422,
    message:
      'Unfortunately, we were unable to charge your card. Please, ensure that all Credit Card details are valid and you have sufficient funds in the account.',
  },
  CARD_NOT_USABLE: { status: 422, message: 'The payment provider does not know this card.' },
  CARD_NUMBER_SENT: {
    status: 422,
    message: 'Card numbers go from the browser to the payment provider, never to this server. Nothing was stored.',
  },
  RETURN_URL_NOT_REGISTERED: { status: 422, message: 'return_url is not one of the client’s registered addresses.' },
  TEST_CHARGE_REFUSED: { status: 422, message: 'Test charges are refused where real cards are charged.' },
  INVOICE_NOT_FOUND: { status: 404, message: 'There is no such invoice.' },
  PAYMENTS_UNAVAILABLE: {
    status: 503,
    message:
      'It looks like there’s been an error on our side. Don’t worry, your card details are valid. Please retry or contact our support.',
  },
  ACCESS_REQUEST_NOT_NEEDED: { status: 422, message: 'You do not need to ask: you may install this application yourself.' },
  ACCESS_REQUEST_IMPOSSIBLE: { status: 422, message: 'Cannot send access request.' },
  AGENT_NOT_FOUND: { status: 422, message: 'One of these agents is not in your organization.' },
  CONSENT_IN_USE: {
    status: 422,
    message: 'An installed application needs this consent. Uninstall the application to take the consent back.',
  },
  ALREADY_PUBLISHED: { status: 422, message: 'This application is available already.' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, message: 'This Idempotency-Key was used for another request.' },
  REQUEST_RUNNING: { status: 409, message: 'The same request is still running. Try again in a moment.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Try again in a moment.' },
  MISDIRECTED_REQUEST: { status: 421, message: 'Wrong region' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not support this method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not supported.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers are too large.' },
  UNEXPECTED_ERROR: { status: 500, message: 'Unexpected error' },
  SEARCH_UNAVAILABLE: { status: 503, message: 'The search does not answer right now.' },
  DATABASE_UNAVAILABLE: { status: 503, message: 'The database does not answer right now. Try again in a moment.' },
  NOT_READY: { status: 503, message: 'The server is not ready yet.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

/** The message of a code for people. `words.product` replaces `{product}`; a placeholder without a word stays as it is. */
export const errorMessage = (code: ErrorCode, words: Readonly<Record<string, unknown>> = {}): string =>
  ERRORS[code].message.replaceAll(/\{(\w+)\}/g, (braced, name: string) => {
    const word = words[name]
    return typeof word === 'string' ? word : braced
  })
