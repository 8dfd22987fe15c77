import { pageLimits } from '@longreach/contract/page'
import { callsOfToken } from '../programs/call-limit.ts'
import { mostRows } from '../programs/paging.ts'

const thousands = (count: number) => count.toLocaleString('en')

/** Start of the API document, for readers who have made no call yet. */
export const guide = `
## Token

Create an access token in the console, under **Account settings → New token**, with the scopes that the program needs;
each call names its own. Send it with every call:

\`\`\`sh
curl -H 'Authorization: Bearer pat_…' 'https://console.example/api/devices?limit=100'
\`\`\`

A token has the permissions of its owner within its scopes. It is shown once, and ends when it is revoked, when it
expires, and when its owner is deleted or changes the password. Never send it in an address: proxies log those.

With a token, paths work with \`/api\`, with \`/v3\` and without either, as programs written for RMS call them. Numbers and
booleans may be text; an empty text is left out unless the field accepts one.

## Answers

\`{"success": true, "data": …, "meta": …}\`; times are in UTC. Creating calls answer 201. A call for many rows answers
207 if some of them failed: \`data\` has the others, \`errors\` names those that failed by their ids. \`meta.id\` is the id
of what was created, \`meta.ignored\` names parameters that the call does not have.

## Lists

\`limit\` is ${pageLimits.default} unless it is given, and at most ${thousands(mostRows)}. The next rows are found with \`offset\`, or with \`page\` from 1, or
with \`cursor\` where \`meta.next\` has one: that is the fastest way through a long list, and never repeats a row.
\`meta.total\` is the number of all rows; with \`meta.capped\` there are more. A long list is sent while it is read: if
something goes wrong in the middle, the connection ends, and what has arrived is no valid JSON. Rows that others add or
remove meanwhile may be missing; sort by \`id\` where that matters.

\`fields=name,status\` selects fields, \`fields_only=true\` names all there are. \`sort=-name\` sorts descending.
\`ne:status=online\` selects all other rows.

## Channel

What happens on devices takes time: such a call answers at once with \`meta.channel\`, and without \`data\`. Poll
\`GET /status/channel/<channel>\`, outside of \`/api\`, with the same token until every row has ended, or join it on the
socket at \`/status/socket.io\`.

## Errors

\`{"success": false, "code", "message", "errors": [{"code", "message", "source"}]}\`: \`code\` is a constant, \`source\` the
field that is wrong, as \`data.0.mac\`, or the id of a row; the first error is repeated at the top.

| Status | Meaning |
|---|---|
| 400 | The request cannot be read |
| 401 | No token, or one that is unknown or has ended |
| 403 | The scopes of the token or the role of its owner do not allow the call; the message names what is missing |
| 404 | There is no such object, or the owner does not see it |
| 409 | The object is in a state that does not allow the change, or a name is taken |
| 413 | The body is too large |
| 422 | A field is missing or wrong |
| 423 | The call asks for the password again, which programs cannot give |
| 429 | Too many calls |
| 503 | The database is unavailable, or the disk is full; try again after \`Retry-After\` seconds |

## Limits

A token makes ${thousands(callsOfToken.points)} calls in ${callsOfToken.duration} seconds. Each answer has \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and
\`X-RateLimit-Reset\`, the time at which the count starts again, in seconds since 1970. After a 429 wait for the seconds
in \`Retry-After\`. Commands, downloads and invitations have limits of their own, which also answer 429.
`.trim()
