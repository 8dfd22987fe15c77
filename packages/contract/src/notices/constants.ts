export const noticeTypes = ['info', 'warning', 'maintenance', 'important'] as const
export type NoticeType = (typeof noticeTypes)[number]

/** Types that are marked as important while unread. */
export const urgentTypes: readonly NoticeType[] = ['maintenance', 'important']

export const noticeLimits = {
  /** Characters of a message. */
  message: 5000,
  /** Most notices shown at once, the newest. */
  active: 20,
} as const
