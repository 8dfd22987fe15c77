import type { News as PageNews } from '@longreach/contract/names'
import type { PermissionName } from '@longreach/contract/permissions'
import type { Topic } from '../bus/topic.ts'
import type { Placement } from '../db/scope.ts'

/** Open pages that receive news: of users, with a device on the screen, or of users who see a place and have a permission. */
export type Audience =
  | { users: readonly number[] }
  | { device: number }
  | { place: Placement; permission: PermissionName }

/** A topic that is published to open pages. */
export interface News<Message = unknown, Name extends keyof PageNews = keyof PageNews> {
  topic: Topic<Message>
  name: Name
  to(message: Message): Audience
  event(message: Message): PageNews[Name]
  /** It contains texts, which are translated for each recipient. */
  texts?: true
}

export const news = <Message, Name extends keyof PageNews>(
  topic: Topic<Message>,
  name: Name,
  rest: Omit<News<Message, Name>, 'topic' | 'name'>,
): News<Message, Name> => ({ topic, name, ...rest })
