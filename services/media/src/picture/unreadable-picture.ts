/** Why an upload is no picture, in words for who sent it. */
export class UnreadablePicture extends Error {
  override name = 'UnreadablePicture';
}

/** Said of what no decoder reads, or only at a cost that none may have. */
export const UNREADABLE = "This picture couldn't be read. It may be damaged. Save it as a JPEG and try again.";
