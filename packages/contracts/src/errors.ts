/**
 * The one table of error codes: code → HTTP status → message for people. A message from the specification's
 * section 8 stands here word for word.
 */
export const ERRORS = {
  BAD_REQUEST: { status: 400, message: 'The request is malformed.' },
  INVALID_PARAMETERS: { status: 400, message: 'Some of the parameters are not valid.' },
  FORBIDDEN: { status: 403, message: 'You may not do this.' },
  NOT_FOUND: { status: 404, message: 'There is nothing at this address.' },
  APPLICATION_NOT_FOUND: { status: 404, message: 'There is no such application.' },
  DEVELOPER_NOT_FOUND: { status: 404, message: 'There is no such developer.' },
  EXPERT_NOT_FOUND: { status: 404, message: 'There is no such expert.' },
  INDEX_NOT_FOUND: { status: 404, message: 'There is no such index.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not answer that method.' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'This content type is not understood.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers are too large.' },
  UNEXPECTED_ERROR: { status: 500, message: 'Unexpected error' },
  SEARCH_UNAVAILABLE: { status: 503, message: 'The search does not answer right now.' },
  NOT_READY: { status: 503, message: 'The server is not ready yet.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS
