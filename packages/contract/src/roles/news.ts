export interface News {
  /** The user's permissions, role or its title have changed. */
  RightsChanged: object
}
