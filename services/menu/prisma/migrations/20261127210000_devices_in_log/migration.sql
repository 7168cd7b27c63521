ALTER TABLE "menu_change" ADD COLUMN "on_device" BOOLEAN;

-- The triggers name their columns: as the default, it comes with what they log, and with what processes of the release before write.
ALTER TABLE "menu_change" ALTER COLUMN "on_device" SET DEFAULT nullif(current_setting('app.on_device', true), '')::boolean;
