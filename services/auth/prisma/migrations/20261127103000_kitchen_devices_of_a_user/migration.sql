-- A new password, or a log-out everywhere, ends the kitchen devices that the user set up, in whichever restaurant.
CREATE POLICY "self" ON "kitchen_device"
  USING ("user_id" = nullif(current_setting('app.user_id', true), '')::uuid);
-- They are looked for by their user alone.
CREATE INDEX "kitchen_device_user_id_idx" ON "kitchen_device"("user_id");
